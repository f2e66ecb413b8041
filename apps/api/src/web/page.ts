import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { escapeHtml, readLastServerSettings, type ServerSettingsValues } from '@kith/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from 'helmet';
import type { Deps } from '../deps.ts';
import { contentPolicy } from '../plugins/headers.ts';

type Marked = Pick<ServerSettingsValues, 'publicPages' | 'signUp' | 'name' | 'pictureUrl'>;

/**
 * Adds attributes to <html>. With these, the page knows before its first request what this server does not offer: sign-in with
 * Google, or only a stand-in for it, mails other than as files, sign-up for everybody, and public pages. Others say whether lists
 * may come from a replica, which is a little behind, and what the server is called and looks like.
 */
function markHtml({ settings }: Deps, { publicPages, signUp, name, pictureUrl }: Marked, html: string): string {
  const provided = settings.google !== null || settings.developmentSignIn;
  const marks = [
    provided ? '' : 'data-no-google ',
    settings.developmentSignIn ? 'data-stand-in ' : '',
    settings.smtpUrl || settings.production ? '' : 'data-mail-files ',
    publicPages ? 'data-public-pages ' : '',
    settings.databaseReplicaUrl ? 'data-replica ' : '',
    name === 'Kith' ? '' : `data-server-name="${escapeHtml(name)}" `,
    pictureUrl === null ? '' : `data-server-picture="${escapeHtml(pictureUrl)}" `,
    signUp === 'open' ? '' : `data-sign-up="${signUp === 'invitation' ? 'invited' : signUp}" `,
  ];
  // A function, because a dollar sign in the name would otherwise be a pattern.
  return html.replace('<html ', () => `<html ${marks.join('')}`);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** Whether `accept-encoding` names the encoding with a weight above 0. */
const acceptsEncoding = (accepted: string, encoding: string) =>
  accepted.split(',').some((each) => {
    const [name, weight] = each.split(';').map((part) => part.trim());
    return name === encoding && !/^q=0(?:\.0*)?$/.test(weight ?? '');
  });

/** A page with its marks, compressed. */
function compressed(html: string) {
  const plain = Buffer.from(html);
  return {
    html,
    plain,
    bodies: {
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      gzip: gzipSync(plain, { level: 9 }),
    },
    etag: `W/"${sha256(html)}"`,
  };
}

/**
 * The built index.html, compressed anew when its marks change, with a CSP that allows its inline scripts by hash. Null without a
 * build.
 */
export function readPage(deps: Deps, file: string) {
  if (!existsSync(file)) return null;
  const unmarked = readFileSync(file, 'utf8');
  const scriptHashes = [...unmarked.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => sha256(code),
  );
  let newest: ReturnType<typeof compressed> | undefined;
  const pageOf = (marked: Marked) => {
    const html = markHtml(deps, marked, unmarked);
    if (newest?.html !== html) newest = compressed(html);
    return newest;
  };
  const setPolicy = contentSecurityPolicy(contentPolicy(deps, scriptHashes));
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept, accept-encoding',
  };

  return async (request: FastifyRequest, reply: FastifyReply, status: 200 | 404 | 503) => {
    const { plain, bodies, etag } = pageOf(await readLastServerSettings(deps.domain));
    setPolicy(request.raw, reply.raw, () => {});
    reply.code(status).headers(headers);
    if (status === 200) {
      reply.header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    }
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = (['br', 'gzip'] as const).find((each) => acceptsEncoding(accepted, each));
    if (!encoding) return reply.send(plain);
    return reply.header('content-encoding', encoding).send(bodies[encoding]);
  };
}
