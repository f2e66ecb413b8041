import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a crafted archive. Given values are written as they are, even if they are wrong. */
export interface CraftedFile {
  name: string | Buffer;
  data?: Buffer | string;
  stored?: boolean;
  /** Flags in the header; the value 1 marks an encrypted file. */
  flags?: number;
  method?: number;
  /** The declared sizes, unpacked and packed. */
  size?: number;
  packed?: number;
  /** The declared offset of the local header. */
  at?: number;
  /** Unix file type and permissions, `0o120777` for a symbolic link. */
  mode?: number;
}

const le = (...fields: [value: number, bytes: 2 | 4][]): Buffer => {
  const out = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) out.writeUInt16LE(value, at);
    else out.writeUInt32LE(value >>> 0, at);
    at += bytes;
  }
  return out;
};

/** A ZIP archive written byte by byte, so that tests can make malformed ones. `count`: the claimed number of files. */
export function craftZip(files: CraftedFile[], { count = files.length } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.name as string);
    const data = Buffer.from((file.data ?? '') as string);
    const content = file.stored ? data : deflateRawSync(data);
    const method = file.method ?? (file.stored ? 0 : 8);
    const { flags = 0x800, packed = content.length, size = data.length, mode = 0o100644 } = file;
    const facts: [number, 2 | 4][] = [
      [20, 2],
      [flags, 2],
      [method, 2],
      [0, 4],
      [crc32(data), 4],
      [packed, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
    ];
    const local = Buffer.concat([le([0x04034b50, 4], ...facts), name, content]);
    locals.push(local);
    const rest: [number, 2 | 4][] = [
      [0, 2],
      [0, 2],
      [0, 2],
      [mode << 16, 4],
      [file.at ?? at, 4],
    ];
    directory.push(Buffer.concat([le([0x02014b50, 4], [(3 << 8) | 20, 2], ...facts, ...rest), name]));
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  // Only the format ZIP64 supports more than 65,535 files.
  const long = count > 0xffff;
  const entries: [number, 2 | 4][] = [count, 0, count, 0, listed.length, 0, at, 0].map((value) => [value, 4]);
  const facts64: [number, 2 | 4][] = [[44, 4], [0, 4], [45, 2], [45, 2], [0, 4], [0, 4], ...entries];
  const end64 = long
    ? [le([0x06064b50, 4], ...facts64), le([0x07064b50, 4], [0, 4], [at + listed.length, 4], [0, 4], [1, 4])]
    : [];
  const recordedCount = long ? 0xffff : count;
  const size = long ? 0xffffffff : listed.length;
  const end = le(
    [0x06054b50, 4],
    [0, 4],
    [recordedCount, 2],
    [recordedCount, 2],
    [size, 4],
    [long ? 0xffffffff : at, 4],
    [0, 2],
  );
  return Buffer.concat([...locals, listed, ...end64, end]);
}
