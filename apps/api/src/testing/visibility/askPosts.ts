import type { Person, Reply } from '../testApp.ts';
import { type Post, tagOf, type World } from './world.ts';

export type Ask = (who: Person, post: Post) => Promise<boolean>;

export const data = (reply: Reply) => reply.body.result?.data ?? reply.body.data;
const ok = ({ status }: Reply) => status >= 200 && status < 300;
const hasText = (text: string, reply: Reply) => ok(reply) && JSON.stringify(reply.body).includes(text);
const itemsOf = (reply: Reply) => (ok(reply) ? (data(reply).items ?? data(reply)) : []);

/**
 * Every procedure and path that returns a post, or takes an action on it, with the call that asks whether a viewer sees the post.
 * `single` are those about one post or one author; `mixed` are lists of several authors.
 */
export function askPosts({ authors, sql }: World): { single: Record<string, Ask>; mixed: Record<string, Ask> } {
  const authorOf = ({ account }: Post) => authors[account].userId;
  const holds = ({ mark }: Post, reply: Reply) => hasText(mark, reply);
  const hasTag = ({ mark }: Post, reply: Reply) => hasText(`"${tagOf(mark).toLowerCase()}"`, reply);
  const likesOf = ({ postId }: Post, reply: Reply): boolean =>
    itemsOf(reply).some(({ post }: { post: { postId: number } }) => post.postId === postId);
  /** Whether the likers of a post, or who has answered it, include its author; every author likes and answers each own post. */
  const likersOf = (post: Post, reply: Reply): boolean =>
    itemsOf(reply).some(({ userId }: { userId: number }) => userId === authorOf(post));

  /** Lists do not depend on the post in question, so each is read once for each viewer. */
  const lists = new Map<string, Promise<Reply>>();
  const list = (who: Person, path: string, input?: object): Promise<Reply> => {
    const key = `${who.userName} ${path} ${JSON.stringify(input)}`;
    const reply = lists.get(key) ?? (path.startsWith('/') ? who.get(path) : who.query(path, input));
    lists.set(key, reply);
    return reply;
  };
  const aboutPost = (path: string, holding: (post: Post, reply: Reply) => boolean) => async (who: Person, post: Post) =>
    holding(post, await who.query(path, { postId: post.postId }));
  const readsPost = (path: string, holding: (post: Post, reply: Reply) => boolean) => async (who: Person, post: Post) =>
    holding(post, await who.get(path.replace('ID', String(post.postId))));
  const exists = (_: Post, reply: Reply) => ok(reply);
  const said = ({ userId }: Person, { postId }: Post, more: object = {}) => ({
    userId,
    postId,
    content: 'hello',
    ...more,
  });

  return {
    single: {
      'posts.byId': aboutPost('posts.byId', holds),
      'GET /posts/:postId': readsPost('/posts/ID', holds),
      'posts.images': aboutPost('posts.images', ({ key }, reply) => hasText(key, reply)),
      'GET /posts/:postId/images': readsPost('/posts/ID/images', ({ key }, reply) => hasText(key, reply)),
      'its picture': async (who, post) => {
        const image = (await who.query('posts.byId', { postId: post.postId })).body.result?.data.image;
        if (image) return ok(await who.get(`${image.url}/320.webp${image.query}`));
        // A signed address without its signature is the plain one, which works only for public posts.
        const plain = ok(await who.get(`/media/${post.key}/320.webp`));
        return plain && !(post.account === 'open' && post.audience === 'public' && !post.state);
      },
      'posts.byUser': async (who, post) => holds(post, await list(who, 'posts.byUser', { userId: authorOf(post) })),
      'GET /users/:userId/posts': async (who, post) => holds(post, await list(who, `/users/${authorOf(post)}/posts`)),
      'comments.list': aboutPost('comments.list', holds),
      'GET /comments/post/:postId': readsPost('/comments/post/ID', holds),
      'comments.replies': async (who, { commentId, ...post }) =>
        hasText(post.mark, await who.query('comments.replies', { commentId })),
      'GET /comments/:commentId/replies': async (who, { commentId, ...post }) =>
        hasText(post.mark, await who.get(`/comments/${commentId}/replies`)),
      'comments.like': async (who, { commentId }) => ok(await who.mutate('comments.like', { commentId })),
      'POST /comments/:commentId/likes': async (who, { commentId }) =>
        ok(await who.post(`/comments/${commentId}/likes`)),
      'comments.unlike': async (who, { commentId }) => ok(await who.mutate('comments.unlike', { commentId })),
      'DELETE /comments/:commentId/likes': async (who, { commentId }) =>
        ok(await who.delete(`/comments/${commentId}/likes`)),
      'comments.count': aboutPost('comments.count', exists),
      'GET /comments/count/:postId': readsPost('/comments/count/ID', exists),
      'likes.count': aboutPost('likes.count', exists),
      'GET /likes/count/:postId': readsPost('/likes/count/ID', exists),
      'likes.list': async (who, post) => likesOf(post, await list(who, 'likes.list', { userId: authorOf(post) })),
      'GET /likes': async (who, post) => likesOf(post, await list(who, `/likes?userId=${authorOf(post)}`)),
      'likes.likers': aboutPost('likes.likers', likersOf),
      'GET /posts/:postId/likes': readsPost('/posts/ID/likes', likersOf),
      'events.answers': aboutPost('events.answers', likersOf),
      'GET /posts/:postId/answers': readsPost('/posts/ID/answers', likersOf),
      'events.answer': async (who, { postId }) => ok(await who.mutate('events.answer', { postId, answer: 'maybe' })),
      'PUT /posts/:postId/answer': async (who, { postId }) =>
        ok(await who.call('PUT', `/posts/${postId}/answer`, { answer: 'yes' })),
      'its calendar file': async (who, { postId }) => ok(await who.get(`/posts/${postId}/event.ics`)),
      'its pictures as a ZIP, as an album': async (who, { postId }) => {
        const become = (kind: string) => sql('update posts set kind = $2 where id = $1', [postId, kind]);
        await become('album');
        const reply = await who.get(`/posts/${postId}/album.zip`);
        await become('event');
        return ok(reply);
      },
      // Before the vote is taken back below: only who has voted sees the others.
      'polls.voters': async (who, { pollId }) => ok(await who.query('polls.voters', { pollId })),
      'GET /polls/:pollId/votes': async (who, { pollId }) => ok(await who.get(`/polls/${pollId}/votes`)),
      'polls.vote': async (who, { pollId }) => ok(await who.mutate('polls.vote', { pollId, optionIds: [] })),
      'PUT /polls/:pollId/vote': async (who, { pollId }) =>
        ok(await who.call('PUT', `/polls/${pollId}/vote`, { optionIds: [] })),
      'bookmarks.add': async (who, { postId }) => ok(await who.mutate('bookmarks.add', { postId })),
      'POST /bookmarks': async (who, { postId }) => ok(await who.post('/bookmarks', { postId })),
      'bookmarks.list': async (who, post) => holds(post, await list(who, 'bookmarks.list', {})),
      'GET /bookmarks': async (who, post) => holds(post, await list(who, '/bookmarks')),
      'likes.add': async (who, { postId }) => ok(await who.mutate('likes.add', { userId: who.userId, postId })),
      'POST /likes': async (who, { postId }) => ok(await who.post('/likes', { userId: who.userId, postId })),
      'comments.create': async (who, post) => ok(await who.mutate('comments.create', said(who, post))),
      'POST /comments': async (who, post) => ok(await who.post('/comments', said(who, post))),
      'a reply': async (who, post) =>
        ok(await who.mutate('comments.create', said(who, post, { parentId: post.commentId }))),
    },
    mixed: {
      'posts.list': async (who, post) => holds(post, await list(who, 'posts.list', {})),
      'GET /posts': async (who, post) => holds(post, await list(who, '/posts')),
      'events.list': async (who, post) => holds(post, await list(who, 'events.list', {})),
      'GET /events': async (who, post) => holds(post, await list(who, '/events')),
      'feed.home': async (who, post) => holds(post, await list(who, 'feed.home', {})),
      'GET /feed': async (who, post) => holds(post, await list(who, '/feed')),
      'search.all': async (who, post) =>
        holds(post, await who.query('search.all', { kind: 'posts', query: post.mark })),
      'search.best': async (who, post) => holds(post, await who.query('search.best', { query: post.mark })),
      'GET /search': async (who, post) => holds(post, await who.get(`/search?kind=posts&query=${post.mark}`)),
      'search.posts': async (who, post) => holds(post, await who.query('search.posts', { query: post.mark })),
      'search.tags': async (who, post) =>
        hasTag(post, await who.query('search.tags', { query: tagOf(post.mark).toLowerCase() })),
      'tags.posts': async (who, post) => holds(post, await who.query('tags.posts', { tag: tagOf(post.mark) })),
      'GET /tags/:tag/posts': async (who, post) => holds(post, await who.get(`/tags/${tagOf(post.mark)}/posts`)),
      'tags.trending': async (who, post) => hasTag(post, await list(who, 'tags.trending', {})),
      'GET /tags/trending': async (who, post) => hasTag(post, await list(who, '/tags/trending')),
      'posts.popular': async (who, post) => holds(post, await list(who, 'posts.popular', {})),
      'GET /posts/popular': async (who, post) => holds(post, await list(who, '/posts/popular')),
    },
  };
}

/**
 * The lists that leave out some posts which a viewer sees: a feed has only followed authors and the viewer, a ranking only public
 * posts, and that of tags none that a moderator has hidden.
 */
export function isLeftOut(list: string, viewer: string, { audience, state }: Post): boolean {
  if (/feed/.test(list))
    return !['author', 'follower', 'friend', 'late', 'closest', 'latest', 'muter'].includes(viewer);
  if (/trending/.test(list)) return audience !== 'public' || state === 'frozen' || state === 'hidden';
  return /popular/.test(list) && audience !== 'public';
}
