interface Schema {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: { message: string }[] } | undefined };
}

/** The key of the first rule that `value` breaks, or null. */
export const brokenRule = (schema: Schema, value: unknown): string | null => {
  const result = schema.safeParse(value);
  return result.success ? null : (result.error?.issues[0]?.message ?? 'invalid-input');
};

/** A username field takes neither spaces nor @, whatever is typed or pasted. */
export const typedUserName = (value: string): string => value.replace(/[\s@]/g, '').slice(0, 20);
