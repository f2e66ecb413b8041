import * as contract from '@kith/contracts';
import { previewLink } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const linkPreviews = router({
  read: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'previews',
      rest: 'POST /links/preview',
      summary: 'Returns what the card of a link would show; null if its page has no preview, or cannot be read.',
      data: contract.previewedLink,
    })
    .input(contract.linkPreviewInput)
    .mutation(({ ctx, input }) => previewLink(ctx.domain, ctx.actor, input)),
});
