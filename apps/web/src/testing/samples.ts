import type { CommentView, LinkPreview, PictureOfPost, Poll, PostView } from '../lib/types.ts';

/** Another member than `alice`, who looks at the components. */
export const bob = { userId: 2, userName: 'bob', displayName: null, profilePicture: null };

/** A list of which there is only one page. */
export const page = <T>(...items: T[]) => ({ items, nextCursor: null });

/** A post by bob, with a text and no pictures. */
export const samplePost = (part: Partial<PostView> = {}): PostView => ({
  postId: 10,
  userId: bob.userId,
  caption: 'Out on the lake',
  location: null,
  latitude: null,
  longitude: null,
  imageUrl: null,
  image: null,
  images: [],
  imagesCount: 0,
  createdAt: '2026-05-01T10:00:00.000Z',
  editedAt: null,
  user: bob,
  likesCount: 0,
  commentsCount: 0,
  likedByMe: false,
  savedByMe: false,
  audience: 'public',
  audienceFrozen: false,
  comments: 'everyone',
  expiresAt: null,
  links: [],
  event: null,
  poll: null,
  album: false,
  mayAddPictures: false,
  ...part,
});

/** A picture whose file is not served, so that only its frame is drawn. */
export const samplePicture = (): PictureOfPost => ({
  imageId: 50,
  imageUrl: '/media/50/1080.webp',
  status: 'ready',
  url: '/media/50/1080.webp',
  query: '',
  widths: [320, 640],
  width: 640,
  height: 480,
  thumbhash: null,
  alt: null,
  kind: 'picture',
  videoUrl: null,
  durationMs: null,
});

/** A comment by bob on `samplePost`. */
export const sampleComment = (part: Partial<CommentView> = {}): CommentView => ({
  commentId: 100,
  postId: 10,
  parentId: null,
  content: 'Is there ice?',
  createdAt: '2026-05-01T11:00:00.000Z',
  editedAt: null,
  user: bob,
  likesCount: 0,
  likedByMe: false,
  repliesCount: 0,
  links: [],
  ...part,
});

/** The preview of a link, without a picture. */
export const sampleLink = (part: Partial<LinkPreview> = {}): LinkPreview => ({
  url: 'https://www.lake.test/walk',
  title: 'The lake',
  description: 'A walk at dawn',
  siteName: 'Lake News',
  imageUrl: null,
  ...part,
});

/** A poll with two options, in which nobody has voted. */
export const samplePoll = (part: Partial<Poll> = {}): Poll => ({
  id: 5,
  multiple: false,
  named: false,
  closesAt: null,
  closed: false,
  voters: 0,
  options: ['Lake', 'Hills'].map((text, index) => ({ id: index + 1, text, votes: null, mine: false })),
  ...part,
});
