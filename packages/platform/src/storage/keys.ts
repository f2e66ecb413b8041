const segment = '[A-Za-z0-9][A-Za-z0-9_-]*';
const keyPattern = new RegExp(`^${segment}(/${segment})*(\\.[a-z0-9]{1,8})?$`);
const longest = 200;

/** Accepts keys like `media/abc/320.webp` only, so that no `..` leads out of the store. */
export function checkKey(key: string): string {
  if (key.length > longest || !keyPattern.test(key))
    throw new TypeError('A storage key may hold letters, digits, - and _ in folders only.');
  return key;
}

/** Lets through `media/` or `media/a`: a folder, and how the names in it start. */
export function checkPrefix(prefix: string): string {
  if (!/^[a-z]+\/[A-Za-z0-9]*$/.test(prefix))
    throw new TypeError('A prefix names a folder and how the names in it start.');
  return prefix;
}
