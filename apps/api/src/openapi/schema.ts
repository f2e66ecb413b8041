import * as z from 'zod';
import type { Door } from '../rest/door.ts';

export type Schema = Record<string, unknown> & { properties?: Record<string, object>; required?: string[] };

/** The JSON schema of a contract; without one, that of null. */
export function schemaOf(type: Door['input'], io: 'input' | 'output'): Schema {
  if (!type) return { type: 'null' };
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema as Schema;
}
