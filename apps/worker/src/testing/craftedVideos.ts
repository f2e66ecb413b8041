const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => u8((value >> 8) & 255, value & 255);
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}
const u64 = (value: number) => Buffer.concat([u32(Math.floor(value / 2 ** 32)), u32(value % 2 ** 32)]);
const text = (words: string) => Buffer.from(words, 'latin1');

/** A box of an MP4. Its header can claim another size than it has. */
export function box(type: string, parts: Buffer[] = [], claimed?: number): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(claimed ?? body.length + 8), text(type), body]);
}

/** A box with a version and no flags. */
const full = (type: string, parts: Buffer[] = [], version = 0) => box(type, [u8(version, 0, 0, 0), ...parts]);

const avcC = Buffer.from('0142c00bffe100186742c00bd90141fb011000000300100000030140f142a48001000568cb83cb20', 'hex');
const esds = Buffer.from(
  '0000000003808080250001000480808017401500000000010f2f00010f2f0580808005120856e500068080800102',
  'hex',
);

const sampleEntries: Record<string, (width: number, height: number) => Buffer> = {
  avc1: (width, height) => pictureEntry('avc1', width, height, box('avcC', [avcC])),
  hvc1: (width, height) => pictureEntry('hvc1', width, height, box('hvcC', [Buffer.alloc(23, 1)])),
  mp4a: () =>
    box('mp4a', [
      Buffer.alloc(6),
      u16(1),
      Buffer.alloc(8),
      u16(2),
      u16(16),
      u32(0),
      u32(44_100 * 65_536),
      box('esds', [esds]),
    ]),
  tx3g: () => box('tx3g', [Buffer.alloc(6), u16(1), Buffer.alloc(30)]),
  mebx: () => box('mebx', [Buffer.alloc(6), u16(1), Buffer.alloc(8)]),
};

const pictureEntry = (type: string, width: number, height: number, config: Buffer) =>
  box(type, [
    ...[Buffer.alloc(6), u16(1), Buffer.alloc(16), u16(width), u16(height), u32(0x480000), u32(0x480000), u32(0)],
    ...[u16(1), Buffer.alloc(32), u16(24), u16(0xffff), config],
  ]);

const handlers: Record<string, string> = { avc1: 'vide', hvc1: 'vide', mp4a: 'soun', tx3g: 'sbtl', mebx: 'meta' };

export interface CraftedTrack {
  entry?: 'avc1' | 'hvc1' | 'mp4a' | 'tx3g' | 'mebx';
  width?: number;
  height?: number;
  /** How many samples there are, how long each is in milliseconds, and their sizes in bytes. */
  samples?: number;
  each?: number;
  size?: number;
  /** How many bytes the table of sizes claims for each sample. */
  claimedSize?: number;
  /** How many samples are in a chunk; by default all. */
  perChunk?: number;
  /** Whether the matrix turns the pictures by a quarter, as phones that are held upright write it. */
  turned?: boolean;
  /** An edit list: pairs of a duration and a time in the media, in milliseconds. */
  edits?: [number, number][];
}

const upright = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32);
const quarterTurn = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000].map(u32);

/** An MP4 with these tracks, which have bytes without meaning in place of pictures and sound. `extra` follows the tracks. */
export function craftMp4(tracks: CraftedTrack[] = [{}], { extra = [] as Buffer[], brand = 'isom' } = {}): Buffer {
  const ftyp = box('ftyp', [text(brand), u32(512), text('isommp41')]);
  const data = tracks.map(({ samples = 30, size = 40 }) => Buffer.alloc(samples * size, 1));
  const moovOf = (start: number) => {
    let at = start;
    const made = tracks.map((track, i) => {
      const trak = trackBox(track, i + 1, at);
      at += data[i]?.length ?? 0;
      return trak;
    });
    const mvhd = full('mvhd', [
      u32(0),
      u32(0),
      u32(1_000),
      u32(1_000),
      u32(0x10000),
      u16(256),
      Buffer.alloc(10),
      ...upright,
      Buffer.alloc(24),
      u32(99),
    ]);
    return box('moov', [mvhd, ...made, ...extra]);
  };
  const moov = moovOf(ftyp.length + moovOf(0).length + 8);
  return Buffer.concat([ftyp, moov, box('mdat', data)]);
}

function trackBox(
  {
    entry = 'avc1',
    width = 320,
    height = 240,
    samples = 30,
    each = 33,
    size = 40,
    claimedSize = size,
    perChunk = samples,
    turned = false,
    edits,
  }: CraftedTrack,
  id: number,
  offset: number,
): Buffer {
  const isPicture = handlers[entry] === 'vide';
  const [shownWidth, shownHeight] = isPicture ? [width, height] : [0, 0];
  const matrix = turned ? quarterTurn : upright;
  const tkhd = full('tkhd', [
    ...[u32(0), u32(0), u32(id), u32(0), u32(samples * each), Buffer.alloc(16), ...matrix],
    ...[u32(shownWidth * 65_536), u32(shownHeight * 65_536)],
  ]);
  const list = edits?.flatMap(([length, from]) => [u64(length), u64(from), u32(0x10000)]) ?? [];
  const edts = edits ? [box('edts', [full('elst', [u32(edits.length), ...list], 1)])] : [];
  const mdhd = full('mdhd', [u32(0), u32(0), u32(1_000), u32(samples * each), u16(0x55c4), u16(0)]);
  const hdlr = full('hdlr', [u32(0), text(handlers[entry] ?? 'meta'), Buffer.alloc(12), u8(0)]);
  const dinf = box('dinf', [full('dref', [u32(1), box('url ', [u8(0, 0, 0, 1)])])]);
  const chunks = Array.from({ length: Math.ceil(samples / perChunk) }, (_, i) => u32(offset + i * perChunk * size));
  const stbl = box('stbl', [
    full('stsd', [u32(1), sampleEntries[entry]?.(width, height) ?? u8()]),
    full('stts', [u32(1), u32(samples), u32(each)]),
    full('stsc', [u32(1), u32(1), u32(perChunk), u32(1)]),
    full('stsz', [u32(claimedSize), u32(samples), ...(claimedSize === 0 ? [Buffer.alloc(4 * samples)] : [])]),
    full('stco', [u32(chunks.length), ...chunks]),
  ]);
  const header = isPicture ? full('vmhd', [Buffer.alloc(8)]) : full('smhd', [u32(0)]);
  return box('trak', [tkhd, ...edts, box('mdia', [mdhd, hdlr, box('minf', [header, dinf, stbl])])]);
}

/** An element of a WebM. */
export function element(id: number, body: Buffer | number | string): Buffer {
  const bytes = typeof body === 'number' ? u32(body) : typeof body === 'string' ? text(body) : body;
  const name = Buffer.from(id.toString(16).padStart(2, '0'), 'hex');
  // A size of eight bytes, the first of which says so.
  const size = u64(bytes.length);
  size[0] = 1;
  return Buffer.concat([name, size, bytes]);
}

export interface CraftedWebm {
  tracks?: { type: 'video' | 'audio' | 'subtitle'; codec: string }[];
  frames?: number;
  /** Further elements of the file, such as attachments. */
  extra?: Buffer[];
}

const trackTypes = { video: 1, audio: 2, subtitle: 17 };
const seconds = Buffer.alloc(8);
seconds.writeDoubleBE(48_000);

/** A WebM whose tracks have a frame each 33 ms, of bytes without meaning. */
export function craftWebm({
  tracks = [{ type: 'video', codec: 'V_VP8' }],
  frames = 30,
  extra = [],
}: CraftedWebm = {}): Buffer {
  const entries = tracks.map(({ type, codec }, i) => {
    const own =
      type === 'video'
        ? [element(0xe0, Buffer.concat([element(0xb0, 320), element(0xba, 240)]))]
        : type === 'audio'
          ? [element(0xe1, Buffer.concat([element(0xb5, seconds), element(0x9f, 1)])), element(0x63a2, opusHead)]
          : [];
    const facts = [element(0xd7, i + 1), element(0x73c5, i + 1), element(0x83, trackTypes[type]), element(0x86, codec)];
    return element(0xae, Buffer.concat([...facts, ...own]));
  });
  const blocks = Array.from({ length: frames }, (_, frame) =>
    tracks.map((_track, i) => element(0xa3, Buffer.concat([u8(0x81 + i), u16(frame * 33), u8(0x80), vp8Frame]))),
  ).flat();
  const header = [element(0x4282, 'webm'), element(0x4287, 4), element(0x4285, 2)];
  const info = element(0x1549a966, Buffer.concat([element(0x2ad7b1, 1_000_000), element(0x4d80, 'by hand')]));
  const cluster = element(0x1f43b675, Buffer.concat([element(0xe7, 0), ...blocks]));
  const segment = [info, element(0x1654ae6b, Buffer.concat(entries)), ...extra, cluster];
  return Buffer.concat([element(0x1a45dfa3, Buffer.concat(header)), element(0x18538067, Buffer.concat(segment))]);
}

/** The beginning of a VP8 key frame of 320 × 240 pixels. */
const vp8Frame = Buffer.concat([Buffer.from('1000009d012a4001f000', 'hex'), Buffer.alloc(20, 7)]);
const opusHead = Buffer.concat([text('OpusHead'), Buffer.from('0101000080bb0000000000', 'hex')]);
