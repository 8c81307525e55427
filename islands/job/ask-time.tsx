import { randText } from '#islands/lib/figures.ts'
import { Modal } from '#islands/lib/modal.tsx'
import { bookedTime } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'

/** What worked time would make of one labour item, as its call answers. */
export type TimeGroup = {
  material: { id: string; name: string } | null
  line: { id: string } | null
  entryids: readonly string[]
  minutes: number
  unit: string
  workers: readonly string[]
  rate?: number
}

export type TimeAnswer = 'add' | 'leave' | 'cancel'
export type TimePrompt = { groups: readonly TimeGroup[]; answer: (answer: TimeAnswer) => void }

/** Time that is charged to the client and on no line would be left out of what the job charges. */
export function AskTime({ groups, answer, onDone }: TimePrompt & { onDone: () => void }) {
  const isNamed = groups.every(({ material }) => material)
  const choose = (chosen: TimeAnswer) => (event: { currentTarget: HTMLElement }) => {
    answer(chosen)
    event.currentTarget.closest('dialog')?.close()
  }
  return (
    <Modal
      size="small"
      className="confirm"
      role="alertdialog"
      labelledby="time-title"
      onClosed={() => {
        answer('cancel')
        onDone()
      }}
    >
      <div className="sheet">
        <div className="body">
          <h2 id="time-title">Charge the time that was worked?</h2>
          <ul className="warninglist">
            {groups.map((group) => (
              <li key={group.material?.id}>{groupWords(group)}</li>
            ))}
          </ul>
          <p>What is left out stays in the timesheet, and is not charged.</p>
        </div>
        <div className="foot">
          <Button data-close="">Cancel</Button>
          <Button onClick={choose('leave')}>Leave it out</Button>
          <Button look="primary" autoFocus onClick={choose('add')}>
            {isNamed ? 'Charge the time' : 'Choose its labour item'}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function groupWords({ material, line, unit, rate, ...time }: TimeGroup): string {
  const booked = `${bookedTime(time)} ${line ? 'takes the place of the estimate' : 'is on no line'}`
  if (!material) return `${booked}, and names no labour item.`
  return `${booked}: ${material.name}${rate === undefined ? '' : ` at ${randText(rate)}${unit && ` per ${unit}`}`}.`
}
