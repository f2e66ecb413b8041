/**
 * Whether a key belongs to an input method, such as one for Japanese, which uses Enter and Escape itself. Safari reports the Enter
 * that ends a composition after the composition, with the key code 229. Every handler of keys in or around a text field asks this
 * first.
 */
export const isComposing = ({ isComposing: composing, keyCode }: KeyboardEvent): boolean =>
  composing || keyCode === 229;
