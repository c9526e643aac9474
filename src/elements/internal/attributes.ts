import type { ComplexAttributeConverter } from 'lit';

/** Booleans as a template language may write them: absent and `"false"` are false, anything else is true. */
export const booleanAttribute: ComplexAttributeConverter<boolean> = {
  fromAttribute: (value) => value !== null && value !== 'false',
  toAttribute: (value) => (value ? '' : null),
};

/** An object as its JSON text. Text that is not JSON counts as absent; it never throws into the page's parser. */
export const jsonAttribute: ComplexAttributeConverter = {
  fromAttribute(value) {
    if (value === null || value === '') return undefined;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return undefined;
    }
  },
};

/** A number that is not one counts as absent. */
export const numberAttribute: ComplexAttributeConverter<number | undefined> = {
  fromAttribute(value) {
    if (value === null || value.trim() === '') return undefined;
    const number = Number(value);
    return Number.isFinite(number) && number >= 0 ? number : undefined;
  },
};
