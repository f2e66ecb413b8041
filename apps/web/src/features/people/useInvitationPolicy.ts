import { trpc } from '../../lib/trpc.ts';

/**
 * How members may invite: by a link of their own, and where everybody may sign up by the plain address. `possible` is false if they
 * may not, and until it is known.
 */
export function useInvitationPolicy() {
  const { data } = trpc.auth.options.useQuery(undefined, { staleTime: 60_000 });
  const plain = data?.signUp === 'open' ? `${location.origin}/signup` : undefined;
  const own = data !== undefined && data.signUp !== 'closed' && data.membersInvite;
  return { own, plain, possible: own || plain !== undefined };
}
