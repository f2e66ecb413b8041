import { useQueryClient } from '@tanstack/react-query';
import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { openReport } from '../../lib/openDialog.ts';
import type { CommentView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { deleteComment } from './deleteComment.ts';

interface Props {
  comment: CommentView;
  name: string;
  /** The user id of the post's author. */
  authorId: number;
  onEdit: () => void;
}

/** The menu of a comment: its author can edit it, its author and the post's author can delete it, and others can report it. */
export function CommentMenu({ comment, name, authorId, onEdit }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId } = useViewer();
  const place = useRef<HTMLSpanElement>(null);
  const own = comment.user?.userId === userId;

  const remove = () => {
    // The row disappears. The focus moves to the author link in the next row, because a key press on that link does no harm.
    const row = place.current?.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    const left = next?.querySelector('a') ?? row?.closest<HTMLElement>('[tabindex="-1"]');
    deleteComment(client, comment);
    left?.focus({ preventScroll: true });
  };

  const { commentId } = comment;
  return (
    <span ref={place}>
      <MoreMenu
        label={t('comment.options', { name })}
        className="text-soft [&>svg]:size-4.5"
        items={[
          ...(own ? [{ label: t('comment.editIt'), icon: Pencil, onSelect: onEdit, opens: true }] : []),
          ...(own || authorId === userId
            ? [{ label: t('comment.deleteIt'), icon: Trash2, onSelect: remove, danger: true, opens: true }]
            : []),
          ...(own
            ? []
            : [
                {
                  label: t('reports.report'),
                  icon: Flag,
                  onSelect: () => openReport({ kind: 'comment', id: commentId }),
                  opens: true,
                },
              ]),
        ]}
      />
    </span>
  );
}
