import { Dialog } from '#views/ui/dialog.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type ChooseLabelProps = {
  kind: 'package' | 'storage'
  jobid: string
  choices: readonly { id: string; name: string; detail: string }[]
}

// Specification 2, "Job export drawer".
const NAME_LENGTH = 20

const words = {
  package: {
    title: 'Package label',
    hint: 'Choose the piece of equipment that the label is for.',
    text: 'No equipment is on this job.',
    empty: 'Put a piece on it first, or pack a line in one on a delivery note.',
  },
  storage: {
    title: 'Storage label',
    hint: 'Choose the line that the label is for.',
    text: 'No line of this job has a storage place.',
    empty: 'Choose where a line lies first, under Input or Output.',
  },
}

/** A label of a job needs a thing that it is of. */
export function ChooseLabelDialog({ kind, jobid, choices }: ChooseLabelProps) {
  const { title, hint, text, empty } = words[kind]
  return (
    <Dialog title={title} subtitle={choices.length > 0 ? hint : undefined}>
      {choices.length === 0 ? (
        <EmptyState icon="qr-code" text={text} hint={empty} />
      ) : (
        <ul className="found">
          {choices.map(({ id, name, detail }) => (
            <li key={id}>
              <a href={`/labels/${kind}/${jobid}/${id}`} target="_blank" rel="noreferrer" title={name}>
                {truncate(name, NAME_LENGTH)}
                {detail && <small>{detail}</small>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
