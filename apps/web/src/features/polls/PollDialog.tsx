import { maxLengths } from '@kith/contracts/lengths';
import { visibleText } from '@kith/contracts/visibleText';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WrittenPoll } from '../../lib/outbox/payloads.ts';
import { useStoredValue } from '../../lib/useStoredValue.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFooter } from '../../ui/DialogFooter.tsx';
import { Form, TextField } from '../../ui/Field.tsx';
import { PollFields } from './PollFields.tsx';
import { emptyPoll, pollProblem, writtenPoll } from './pollDraft.ts';

interface Props {
  /** The name under which the draft is stored. */
  draft: string;
  /** What is written in the chat's field already, as the question. */
  question: string;
  onSend: (question: string, poll: WrittenPoll) => void;
  onClose: () => void;
}

/** The dialog for a poll in a chat. A draft survives closing the dialog. */
export default function PollDialog({ draft, question, onSend, onClose }: Props) {
  const { t } = useTranslation();
  const [written, setWritten, clear] = useStoredValue(`${draft}.poll`, { question, poll: emptyPoll });
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<string>();
  const change = (part: Partial<typeof written>) => {
    setError(undefined);
    setMissing(false);
    setWritten({ ...written, ...part });
  };
  const submit = () => {
    const asked = visibleText(written.question);
    const problem = pollProblem(written.poll);
    setMissing(!asked);
    setError(problem && t(`polls.${problem}`));
    if (!asked || problem) return;
    clear();
    onSend(asked, writtenPoll(written.poll));
  };
  return (
    <Dialog
      title={t('polls.new')}
      onClose={onClose}
      footer={
        <DialogFooter
          form="poll"
          label={t('messages.send')}
          onCancel={() => {
            clear();
            onClose();
          }}
        />
      }
    >
      <Form id="poll" className="flex flex-col gap-4 p-5" onSubmit={submit}>
        <TextField
          label={t('polls.question')}
          value={written.question}
          maxLength={maxLengths.message}
          error={missing ? t('polls.questionMissing') : undefined}
          onChange={({ target }) => change({ question: target.value })}
        />
        <PollFields poll={written.poll} error={error} onChange={(poll) => change({ poll })} />
      </Form>
    </Dialog>
  );
}
