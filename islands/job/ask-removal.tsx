import { useRef } from 'react'
import { quantityText } from '#islands/lib/figures.ts'
import { Modal } from '#islands/lib/modal.tsx'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'

/** `moved`: its lines that moved stock. */
export type RemovalPrompt = {
  reference: string
  moved: readonly MaterialLine[]
  /** Who may bring it back, and where it is found. */
  way: string
  remove: (putback: boolean) => void
}

/** As many lines as are read before the button is pressed. */
const SHOWN = 6

/** Decision F3. */
export function AskRemoval({
  reference,
  moved,
  way,
  remove,
  onDone,
}: RemovalPrompt & { onDone: () => void }) {
  const putback = useRef<HTMLInputElement>(null)
  return (
    <Modal size="small" className="confirm" role="alertdialog" labelledby="removal-title" onClosed={onDone}>
      <div className="sheet">
        <div className="body">
          <h2 id="removal-title">Remove {reference}?</h2>
          <p>{way}</p>
          {moved.length > 0 && (
            <>
              <label className="putback">
                <input ref={putback} type="checkbox" defaultChecked />
                Put stock back as it was before this job
              </label>
              <ul className="warninglist">
                {moved.slice(0, SHOWN).map((line) => (
                  <li key={line.id}>{movedWords(line)}</li>
                ))}
                {moved.length > SHOWN && <li>{moved.length - SHOWN} more lines</li>}
              </ul>
            </>
          )}
        </div>
        <div className="foot">
          <Button data-close="">Cancel</Button>
          <Button
            look="danger"
            autoFocus
            onClick={({ currentTarget }) => {
              remove(putback.current?.checked ?? true)
              currentTarget.closest('dialog')?.close()
            }}
          >
            Remove {reference}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const movedWords = ({ description, consumed, unit }: MaterialLine) =>
  [quantityText(consumed, unit), description].filter(Boolean).join(' ')
