import { fileSchema, operation, parameter } from './operation.ts';

const calendarFile = {
  200: { description: 'The calendar file', content: { 'text/calendar': { schema: { type: 'string' } } } },
};

const archiveFile = {
  200: { description: 'The archive', content: { 'application/zip': { schema: fileSchema } } },
};

/** Calendar files, which are iCalendar and not JSON. */
export const calendarPaths = {
  '/posts/{postId}/event.ics': {
    get: operation({
      method: 'get',
      operationId: 'eventsFile',
      summary: 'Returns the event of a post as a calendar file.',
      tag: 'events',
      access: { scope: 'read' },
      parameters: [parameter('postId', 'path')],
      responses: calendarFile,
      fails: [400, 401, 403, 404, 429, 500, 503],
    }),
  },
  '/events.ics': {
    get: operation({
      method: 'get',
      operationId: 'eventsFeed',
      summary: 'Returns a member’s calendar feed: own events, and those answered with yes or maybe, since a year ago.',
      tag: 'events',
      access: { public: true },
      parameters: [
        parameter('token', 'query', { type: 'string' }, { required: true, description: 'The secret of the feed' }),
      ],
      responses: calendarFile,
      fails: [400, 404, 429, 500, 503],
    }),
  },
};

/** The live stream, and the downloads of an album and of an export. */
export const streamPaths = {
  '/stream': {
    get: operation({
      method: 'get',
      operationId: 'liveStream',
      summary:
        'Opens a stream of live events (server-sent events): first messages missed since Last-Event-ID, then `ready`, then new events.',
      tag: 'stream',
      access: 'Needs a session or a token: the scope `messages` gives the events of messages, `read` all others.',
      parameters: [
        parameter(
          'Last-Event-ID',
          'header',
          { type: 'string', maxLength: 40 },
          {
            description: 'The id of the last event that was received.',
          },
        ),
      ],
      responses: {
        200: {
          description:
            'A stream that ends when its session or token ends. The data of each event is one of these, as JSON',
          content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } } },
        },
      },
      fails: [400, 401, 403, 429, 500, 503],
    }),
  },
  '/posts/{postId}/album.zip': {
    get: operation({
      method: 'get',
      operationId: 'postsFetchAlbum',
      summary: 'Downloads all pictures and videos of an album as a ZIP file, named by their number and who added them.',
      tag: 'posts',
      access: { scope: 'read' },
      parameters: [parameter('postId', 'path')],
      responses: archiveFile,
      fails: [400, 401, 403, 404, 429, 500, 503],
    }),
  },
  '/exports/{key}': {
    get: operation({
      method: 'get',
      operationId: 'exportsFetch',
      summary: 'Downloads the caller’s export as a ZIP file, once.',
      tag: 'exports',
      access: {},
      parameters: [parameter('key', 'path', { type: 'string' })],
      responses: archiveFile,
      fails: [400, 401, 404, 429, 500, 503],
    }),
  },
};
