const segment = '[A-Za-z0-9][A-Za-z0-9_-]*';
const keyPattern = new RegExp(`^${segment}(/${segment})*(\\.[a-z0-9]{1,8})?$`);
const maxKeyLength = 200;

/** Accepts only keys such as `media/abc/320.webp`, so that `..` cannot leave the store. */
export function checkKey(key: string): string {
  if (key.length > maxKeyLength || !keyPattern.test(key))
    throw new TypeError('A storage key may hold letters, digits, - and _ in folders only.');
  return key;
}

/** Accepts a prefix such as `media/` or `media/a`. */
export function checkPrefix(prefix: string): string {
  if (!/^[a-z]+\/[A-Za-z0-9]*$/.test(prefix))
    throw new TypeError('A prefix must be a folder, optionally followed by the beginning of a name.');
  return prefix;
}
