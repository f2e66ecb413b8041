const failure = { $ref: '#/components/schemas/Failure' };

const says = (description: string) => ({ description, content: { 'application/json': { schema: failure } } });

const upload = (operationId: string, id: string, summary: string) => ({
  post: {
    operationId,
    summary,
    tags: ['uploads'],
    parameters: [{ name: id, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
        },
      },
    },
    responses: {
      200: { description: 'The picture is ready' },
      202: { description: 'The picture is being made; `data.imageStatus` is `processing`' },
      400: says('The upload did not arrive whole'),
      401: says('No session'),
      403: says('Not the caller’s'),
      404: says('No such thing'),
      413: says('Over 15 MiB, over 50 megapixels, or an AVIF over 16'),
      415: says('Not a JPEG, PNG, WebP, AVIF or GIF, by content, or a body with a Content-Encoding'),
      429: says('Too often, or a third at once; see Retry-After'),
    },
  },
});

/** The two uploads, written by hand because they have no procedure and so no contract. */
export const uploadPaths = {
  '/posts/{postId}/image': upload('postsUploadImage', 'postId', 'Gives the caller’s own post its picture.'),
  '/users/{userId}/profile-picture': upload(
    'usersUploadProfilePicture',
    'userId',
    'Changes the caller’s own profile picture.',
  ),
};

/** The export's download, which has no procedure either. */
export const exportPaths = {
  '/exports/{key}': {
    get: {
      operationId: 'exportsFetch',
      summary: 'Fetches the caller’s own export as a ZIP, once.',
      tags: ['exports'],
      parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'The archive',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
        401: says('No session'),
        404: says('Not the caller’s, fetched already, or past its time'),
      },
    },
  },
};
