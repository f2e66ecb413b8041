import { describe, expect, it } from 'vitest';
import { hashToken, mayBeChosen, newIdentityUid, newToken } from './secrets.ts';
import { splitJobData, traceContextForJob, withTraceContext } from './traceContext.ts';

describe('an identity uid', () => {
  it('that the server generates has a format that no client may choose, in upper or lower case', () => {
    for (let i = 0; i < 50; i += 1) {
      const uid = newIdentityUid();
      expect(uid).toMatch(/^kith-[A-Za-z0-9]{28}$/);
      expect(mayBeChosen(uid) || mayBeChosen(uid.toUpperCase())).toBe(false);
    }
    expect(mayBeChosen('firebase-uid-1')).toBe(true);
  });
});

describe('a token', () => {
  it('is unique, URL-safe, and differs from what is stored of it', () => {
    const tokens = Array.from({ length: 100 }, newToken);
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(hashToken('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
  });
});

describe('the trace headers of a job', () => {
  it('are added to its payload and removed again', () => {
    const traceContext = withTraceContext({ requestId: 'r1', job: 'x' }, traceContextForJob);
    expect(splitJobData({ postId: 1, traceContext })).toEqual({
      payload: { postId: 1 },
      traceContext: { requestId: 'r1' },
    });
  });

  it('are empty when unknown, also for a malformed payload', () => {
    expect(traceContextForJob()).toBeNull();
    expect(splitJobData({ postId: 1 })).toEqual({ payload: { postId: 1 }, traceContext: {} });
    expect(splitJobData({ postId: 1, record: 7 })).toEqual({ payload: { postId: 1 }, traceContext: {}, record: 7 });
    expect(splitJobData(null)).toEqual({ payload: {}, traceContext: {} });
  });
});
