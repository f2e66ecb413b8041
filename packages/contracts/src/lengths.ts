/**
 * The maximum length of each text that people write; check constraints of the tables have the same limits. This file has no
 * imports, because the forms of the first page load it too.
 */
export const maxLengths = {
  userName: 20,
  displayName: 50,
  bio: 300,
  email: 254,
  password: 128,
  caption: 2200,
  location: 100,
  pollOption: 80,
  /** The description of a picture. */
  alt: 1500,
  comment: 1000,
  message: 4000,
  /** The text of a report, or of a moderator's decision. */
  report: 500,
  tokenName: 60,
  /** A link in a profile. */
  link: 200,
  /** A link in a text that gets a preview. */
  previewedLink: 2000,
  /** The address of a webhook. */
  address: 1000,
  /** The name of a group. */
  chatName: 60,
  /** The name of the server, its description and its rules. */
  serverName: 60,
  serverDescription: 500,
  serverRules: 5000,
} as const;

export const minUserNameLength = 3;

/**
 * The rule for new passwords in the language of the attribute `passwordrules`, by which password managers make passwords: letters,
 * digits and !$@% alone, at least one of each.
 */
export const passwordRules = 'minlength: 6; maxlength: 128; required: lower, upper; required: digit; required: [!$@%];';

/** The maximum number of posts that one browser subscribes to. */
export const maxWatched = 100;

/** The maximum number of options of a poll. */
export const maxPollOptions = 6;

/** The maximum number of pictures of an album. */
export const maxAlbumPictures = 200;

/** The maximum number of members of a group. */
export const maxChatMembers = 50;

/** The maximum number of links in a profile. */
export const maxLinks = 4;

/** The maximum number of pictures in a post. */
export const maxPictures = 10;

/** The maximum width and height of a video in pixels. */
export const maxVideoSide = 1920;

/** The maximum size of a voice message in bytes, and its maximum length in seconds. */
export const maxVoiceBytes = 10_000_000;
export const maxVoiceSeconds = 300;

/** How many peaks draw a voice message. */
export const minPeaks = 32;
export const maxPeaks = 128;

/** The maximum size of an uploaded picture in bytes: 15 MiB. */
export const maxImageBytes = 15 * 1024 * 1024;

/**
 * The maximum pixels of a picture, for each accepted format. AVIF is decoded as a whole and takes up to 24 bytes per pixel, while
 * a JPEG takes 2 to 8. With more pixels the decoder would exceed its memory limit.
 */
export const maxPixels = {
  jpeg: 50_000_000,
  png: 50_000_000,
  webp: 50_000_000,
  gif: 50_000_000,
  avif: 16_000_000,
} as const;

/** The maximum width and height of a picture in pixels: decoding 1 × 1,000,000 pixels takes seconds, despite the small area. */
export const maxImageSide = 30_000;
