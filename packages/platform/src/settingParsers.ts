import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseRedisUrl, redisForms } from './redis/address.ts';

const on = ['on', 'true', 'yes', '1'];
const off = ['off', 'false', 'no', '0'];

const milliseconds: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The path and the query of a URL. */
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** Parsers for each kind of setting. Their error messages complete the sentence "Setting X should be …". */
export const parsers = {
  text<F extends string | undefined = undefined>(fallback?: F) {
    return z
      .string()
      .optional()
      .transform((value) => (value ?? fallback) as F extends string ? string : string | undefined);
  },

  word<const T extends string, F extends T | undefined>(fallback: F, allowed: readonly T[]) {
    return z
      .enum(allowed as readonly string[] as [string, ...string[]], { error: oneOf(allowed) })
      .optional()
      .transform((value) => (value ?? fallback) as T | F);
  },

  url(protocols: readonly string[], example: string) {
    return z
      .string()
      .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), { error: example })
      .optional();
  },

  redis() {
    return z
      .string()
      .refine((value) => parseRedisUrl(value) !== null, { error: redisForms })
      .optional();
  },

  flag<F extends boolean | undefined>(fallback: F) {
    return z
      .enum([...on, ...off] as [string, ...string[]], { error: 'on or off' })
      .optional()
      .transform((value) => (value === undefined ? fallback : on.includes(value)) as F | boolean);
  },

  wholeNumber<F extends number | undefined>(fallback: F, minimum: number, maximum: number) {
    return z
      .string()
      .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum, {
        error: `a whole number from ${minimum} to ${maximum}`,
      })
      .optional()
      .transform((value) => (value === undefined ? fallback : Number(value)) as F | number);
  },

  fraction(fallback: number) {
    return z
      .string()
      .refine((value) => /^(?:0|1|0?\.\d{1,9}|[01]\.0+)$/.test(value), { error: 'a number from 0 to 1, like 0.1' })
      .optional()
      .transform((value) => (value === undefined ? fallback : Number(value)));
  },

  /** A secret of at least `minimum` characters, so that it cannot be guessed. */
  longWord(minimum: number) {
    return z
      .string()
      .refine((value) => value.length >= minimum, { error: `at least ${minimum} characters long` })
      .optional();
  },

  /** A duration such as 12h, converted to milliseconds; null if not set. */
  duration() {
    return z
      .string()
      .refine((value) => /^[1-9]\d{0,3}[mhd]$/.test(value), { error: 'a time like 30m, 12h or 1d' })
      .optional()
      .transform((value) => (value ? Number.parseInt(value, 10) * (milliseconds[value.slice(-1)] as number) : null));
  },

  /** A URL with nothing after host and port. */
  origin(example: string) {
    return parsers
      .url(['http:', 'https:'], example)
      .refine((value) => value === undefined || !URL.canParse(value) || /^\/*$/.test(pathOf(value)), {
        error: `${example}, without a path`,
      });
  },

  mailAddress() {
    return z
      .string()
      .refine((value) => /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value), {
        error: 'an address like kith@kith.example or "Kith <kith@kith.example>"',
      })
      .optional();
  },

  networks() {
    return z
      .string()
      .optional()
      .transform((value) => value?.split(/[\s,]+/).filter(Boolean) ?? [])
      .refine((all) => all.every(isNetwork), { error: 'addresses or networks like 10.0.0.1, 10.0.0.0/8' });
  },
};

/** An IP address, a network in CIDR notation, or one of Fastify's names for local networks. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const { IPv4, IPv6 } = ipaddr;
  return text.includes('/')
    ? IPv4.isValidCIDRFourPartDecimal(text) || IPv6.isValidCIDR(text)
    : IPv4.isValidFourPartDecimal(text) || IPv6.isValid(text);
}

function oneOf(words: readonly string[]): string {
  return `one of ${words.join(', ')}`;
}
