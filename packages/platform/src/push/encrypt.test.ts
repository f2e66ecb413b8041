import { describe, expect, it } from 'vitest';
import { encryptPush } from './encrypt.ts';

/** The example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  to: {
    endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  ephemeral: {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  },
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('the body of a push', () => {
  it('is encrypted as in the example of RFC 8291', () => {
    const { text, to, ephemeral, body } = example;
    expect(encryptPush(text, to, ephemeral, false).toString('base64url')).toBe(body);
  });

  it('has the same length for texts of similar length, and is never the same twice', () => {
    const bodies = ['a', 'b', 'c'.repeat(900)].map((text) => encryptPush(text, example.to));
    expect(new Set(bodies.map(({ length }) => length)).size).toBe(1);
    expect(encryptPush('d'.repeat(1_024), example.to).length).toBe((bodies[0]?.length ?? 0) + 1_024);
    expect(encryptPush('a', example.to).equals(bodies[0] as Buffer)).toBe(false);
  });

  it('is not encrypted for a key that is no point of the curve', () => {
    const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
    expect(() => encryptPush('a', { ...example.to, p256dh })).toThrow();
  });
});
