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

/** Text that is back at its default once the attribute is gone, as templates of frameworks take attributes away. */
export function textAttribute<T extends string>(initial: T): ComplexAttributeConverter<T> {
  return { fromAttribute: (value) => (value ?? initial) as T };
}

/** Words with blanks between them. */
export const wordsAttribute: ComplexAttributeConverter<readonly string[]> = {
  fromAttribute: (value) => (value ?? '').split(/\s+/u).filter((word) => word !== ''),
};

/** A number that is not one counts as absent, and what is absent as the default. */
export function numberAttribute(initial: number): ComplexAttributeConverter<number> {
  return {
    fromAttribute(value) {
      if (value === null || value.trim() === '') return initial;
      const number = Number(value);
      return Number.isFinite(number) && number >= 0 ? number : initial;
    },
  };
}
