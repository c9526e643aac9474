/** @import { Scene } from '../run/scene.mjs' */
/** @import { Script } from '../run/types.mjs' */

/** @type {Script} */
export const failedRun = {
  id: 'failed',
  title: 'A run that fails',
  title_tr: 'Başarısız olan bir çalışma',
  description: 'The accounting service goes away while a read and a question are still open.',
  description_tr: 'Bir okuma ve bir soru hâlâ açıkken muhasebe hizmeti kesilir.',
  prompt: 'Prepare the month-end report and file it.',
  prompt_tr: 'Ay sonu raporunu hazırla ve arşivle.',
  async play(scene) {
    const { t } = scene;
    await scene.wait(400);
    scene.capability('finance.report', t('Accounting', 'Muhasebe'), t('Reads the ledger, files reports when you agree', 'Defteri okur, onayınızla rapor arşivler'));
    await scene.wait(400);
    const ledger = readTool(scene, 'ledger', t('ledger', 'defter'));
    ledger.start(t('November', 'Kasım'));
    await scene.wait(1600);
    ledger.complete(t('212 entries, balanced', '212 kayıt, denk'), { entries: 212, balanced: true, difference: 0 });

    const invoices = readTool(scene, 'invoices', t('invoices', 'faturalar'));
    invoices.start(t('120 invoices to read', 'Okunacak 120 fatura var'));
    const file = scene.tool({
      key: 'reports.file',
      type: 'tool_write',
      subject: 'bits',
      words: { doing: t('Filing report', 'Rapor arşivleniyor'), done: t('Filed report', 'Rapor arşivlendi'), failed: t('Could not file report', 'Rapor arşivlenemedi'), act: t('File report', 'Raporu arşivle') },
      input: { report: t('Month-end', 'Ay sonu'), folder: t('Reports', 'Raporlar'), lock: true },
    });
    scene.plan(file, 'create', t('File report: Month-end', 'Raporu arşivle: Ay sonu'), t('Locks the month for changes', 'Ayı değişikliğe kapatır'));
    scene.background(async () => {
      const outcome = await file.ask({
        detail: t('Locks the month for changes', 'Ayı değişikliğe kapatır'),
        reason: t('After filing, the month cannot be changed any more.', 'Arşivlemeden sonra ay artık değiştirilemez.'),
        risk: 'high',
      });
      if (outcome.status === 'accepted') file.start(t('Waiting for the last invoices', 'Son faturalar bekleniyor'));
    });
    for (const done of [9, 21, 38]) {
      await scene.wait(1700);
      invoices.progress(t(`${String(done)} of 120 invoices read`, `120 faturanın ${String(done)} tanesi okundu`), { done, total: 120 });
    }
    await scene.wait(2600);
    scene.fail({
      code: 'upstream_unavailable',
      message: t('The accounting service stopped answering. Nothing was filed.', 'Muhasebe hizmeti yanıt vermeyi kesti. Hiçbir şey arşivlenmedi.'),
    });
  },
};

/**
 * @param {Scene} scene
 * @param {string} what
 * @param {string} name
 */
function readTool(scene, what, name) {
  const { t } = scene;
  return scene.tool({
    key: `finance.${what}`,
    type: 'tool_read',
    subject: 'bits',
    words: { doing: t(`Reading ${name}`, `Okunuyor: ${name}`), done: t(`Read ${name}`, `Okundu: ${name}`), failed: t(`Could not read ${name}`, `Okunamadı: ${name}`), act: t(`Read ${name}`, `Oku: ${name}`) },
    input: { month: '11' },
  });
}
