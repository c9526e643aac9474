/** A11 and A12: nothing of a request becomes anything but text. */
import { expect } from '@open-wc/testing';
import '../../src/define.js';
import { get, standAlone } from '../support/approval-kit.js';

const PAYLOADS = ['<script>globalThis.ran=1</script>', '<img src=x onerror="globalThis.ran=1">', '<svg onload="globalThis.ran=1">', '"><iframe srcdoc="<script>parent.ran=1</script>">', 'javascript:globalThis.ran=1', 'data:text/html,<script>1</script>', '\tjava\nscript:globalThis.ran=1', '${globalThis.ran=1}', '{{constructor.constructor("ran=1")()}}'];

describe('A11 and A12 injection', () => {
  for (const payload of PAYLOADS) {
    it(`A11 A12 ${JSON.stringify(payload)} in every field is text: no element, no link, no style, no attribute name`, async () => {
      const card = await standAlone({
        approvalId: payload, callId: payload, status: 'pending', toolKey: payload, prompt: payload, reason: payload, risk: payload,
        input: { [payload]: payload, list: [payload], deep: { deep: { deep: { deep: payload } } } },
        options: [{ id: payload, label: payload, kind: 'allow_once' }, { id: 'x', label: payload, kind: payload }, { id: 'z', label: payload, takesText: true }],
        activity: { label: payload, detail: payload, renderHint: payload, status: payload },
        error: { code: payload, message: payload },
      });
      card.approval = { ...card.approval!, status: 'rejected', decidedBy: payload, reason: payload };
      await card.updateComplete;
      get(card, 'toggle').click();
      await card.updateComplete;
      expect('ran' in globalThis).to.equal(false);
      const elements = [...card.shadowRoot!.querySelectorAll('*')];
      expect(elements.filter(({ localName }) => ['script', 'img', 'iframe', 'a', 'link', 'object', 'embed', 'style'].includes(localName))).to.deep.equal([]);
      for (const element of elements) {
        expect(element.hasAttribute('style'), element.outerHTML.slice(0, 80)).to.equal(false);
        for (const name of element.getAttributeNames()) expect(name).to.match(/^(?:[a-z-]+|viewBox)$/u);
        for (const name of ['href', 'src', 'srcdoc', 'action', 'formaction']) expect(element.hasAttribute(name)).to.equal(false);
      }
    });
  }
});
