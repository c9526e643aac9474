/** The values a template may ask for. */
export type TemplateValues = Readonly<Partial<Record<'runId' | 'callId' | 'approvalId' | 'decision', string>>>;

export type Expanded = { readonly url: string } | { readonly problem: string };

/**
 * Fills `{runId}`, `{callId}`, `{approvalId}` and `{decision}`, each percent-encoded. A placeholder that is unknown or
 * has no value is a problem in words, not a hole in an address.
 *
 * The ids come from a model: `.` and `..` cannot be encoded (a URL parser reads `%2e%2e` as a parent folder too), so
 * they are refused, as a decision must not be posted to another address than its template's.
 */
export function expandTemplate(template: string, values: TemplateValues): Expanded {
  let problem: string | undefined;
  const url = template.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name as keyof TemplateValues] : undefined;
    if (value === undefined || value === '' || value === '.' || value === '..') {
      problem ??= `The URL template has no usable value for ${placeholder}`;
      return placeholder;
    }
    return encodeURIComponent(wellFormed(value));
  });
  return problem === undefined ? { url } : { problem };
}

/** `encodeURIComponent` throws on half a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
