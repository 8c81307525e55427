import { quantityText } from '#islands/lib/figures.ts'
import { Modal } from '#islands/lib/modal.tsx'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'

export type ChargedPrompt = { charged: MaterialLine; add: (nonbillable: boolean) => void }

/** The line of the item that the client is charged by already, on the other tab. */
export const findCharged = (lines: readonly MaterialLine[], inventoryid: string) =>
  lines.find(
    (line) =>
      line.inventoryid === inventoryid &&
      (line.role === 2 || line.role === 4) &&
      !line.nonbillable &&
      Math.max(line.estimated, line.consumed) > 0,
  )

type AskProps = ChargedPrompt & { tab: string; onDone: () => void }

/** The same material on both tabs is quoted, and taken out of stock, once by each. */
export function AskCharged({ charged, add, tab, onDone }: AskProps) {
  const { description, estimated, consumed, unit } = charged
  const choose = (dialog: HTMLDialogElement | null, nonbillable: boolean) => {
    dialog?.close()
    add(nonbillable)
  }
  return (
    <Modal size="small" className="confirm" role="alertdialog" labelledby="charged-title" onClosed={onDone}>
      <div className="sheet">
        <div className="body">
          <h2 id="charged-title">
            {description} is charged already: {quantityText(Math.max(estimated, consumed), unit)}
          </h2>
          <p>
            It stands under {tab}. There the client pays for it, and what is used of it leaves the stock. Add
            it here only for what is used beside that.
          </p>
        </div>
        <div className="foot">
          <Button data-close="">Cancel</Button>
          <Button onClick={({ currentTarget }) => choose(currentTarget.closest('dialog'), false)}>
            Charge it again
          </Button>
          <Button
            look="primary"
            autoFocus
            onClick={({ currentTarget }) => choose(currentTarget.closest('dialog'), true)}
          >
            Add without charge
          </Button>
        </div>
      </div>
    </Modal>
  )
}
