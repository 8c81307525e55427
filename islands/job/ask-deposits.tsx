import { useState } from 'react'
import { randText } from '#islands/lib/figures.ts'
import { Modal } from '#islands/lib/modal.tsx'
import { Button } from '#views/ui/button.tsx'
import type { HeldDeposits } from './api-calls.ts'

type Choice = HeldDeposits['choices'][number]

export type DepositPrompt = HeldDeposits & {
  reference: string
  act: 'Archive' | 'Remove'
  answer: (choice: Choice) => void
}

const words: Record<Choice, string> = {
  refund: 'Give it back: it went back today, by transfer',
  keep: 'Keep it: a tax invoice of it is issued',
  credit: 'Move it to the credit of the client, for other invoices',
  leave: 'Leave it held for this job',
}

/** Decision 156: what is held for a job that leaves the board. */
export function AskDeposits(props: DepositPrompt & { onDone: () => void }) {
  const { reference, act, deposits, choices, answer, onDone } = props
  const [chosen, choose] = useState<Choice>()
  return (
    <Modal size="small" className="confirm" role="alertdialog" labelledby="deposits-title" onClosed={onDone}>
      <div className="sheet">
        <div className="body">
          <h2 id="deposits-title">What becomes of the deposit of {reference}?</h2>
          <ul className="warninglist">
            {deposits.map(({ id, number, held }) => (
              <li key={id}>
                {number}
                {held !== undefined && `: ${randText(held)} is held`}
              </li>
            ))}
          </ul>
          <fieldset>
            <legend className="unseen">What becomes of it</legend>
            {choices.map((choice) => (
              <label key={choice} className="putback">
                <input
                  type="radio"
                  name="deposit"
                  checked={chosen === choice}
                  onChange={() => choose(choice)}
                />
                {words[choice]}
              </label>
            ))}
          </fieldset>
        </div>
        <div className="foot">
          <Button data-close="">Cancel</Button>
          <Button
            look={act === 'Remove' ? 'danger' : 'primary'}
            disabled={!chosen}
            onClick={({ currentTarget }) => {
              currentTarget.closest('dialog')?.close()
              if (chosen) answer(chosen)
            }}
          >
            {act} {reference}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
