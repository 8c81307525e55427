import { type FormEvent, type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { emptyJobFields, readJobFields } from '#islands/job/details-form.ts'
import { errorMessage, isRefusal } from '#islands/lib/call.ts'
import type { OptionalJobField } from '#server/domains/work/jobs/fields.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import type { NewCard } from './api-calls.ts'
import type { BoardProps } from './props.ts'

// Only where the account requires more than a description of a new job.
const MoreFields = lazy(() => import('#islands/job/more-fields.tsx'))

type QuickAddProps = {
  label: string
  board: BoardProps
  needs: readonly OptionalJobField[]
  onCreate: (job: NewCard, opens: boolean) => Promise<void>
  onClose: () => void
}

const OPENS = 'open'

type Fault = { message: string; fields: Record<string, string> }

export function QuickAdd({ label, board, needs, onCreate, onClose }: QuickAddProps) {
  const names = (Object.keys(board.form) as OptionalJobField[]).filter(
    (name) => board.form[name] === 'required' || needs.includes(name),
  )
  const { saving, fault, created, save } = useCreate(names, onCreate, onClose)

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }

  return (
    <form
      className="quickadd"
      aria-busy={saving}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={closeOnEscape}
    >
      <input
        name="description"
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        aria-describedby="quickadd-note"
        placeholder="What is the job?"
        maxLength={2000}
        autoComplete="off"
        readOnly={saving}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
      />
      <Button type="submit" look="primary" small>
        Add
      </Button>
      <IconButton icon="x" label="Close" small onClick={onClose} />
      {names.length > 0 && (
        <Suspense>
          <MoreFields key={created} board={board} names={names} errors={fault?.fields ?? {}} />
        </Suspense>
      )}
      <p id="quickadd-note" className={fault ? 'error' : 'hint'} role={fault ? 'alert' : undefined}>
        {fault?.message ?? 'Enter adds it, Esc closes.'}
      </p>
      <Button type="submit" small look="quiet" value={OPENS}>
        Add and open
      </Button>
    </form>
  )
}

function useCreate(
  names: readonly OptionalJobField[],
  onCreate: QuickAddProps['onCreate'],
  onClose: () => void,
) {
  const [saving, setSaving] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const [created, setCreated] = useState(0)

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const job = newJob(form, names)
    const { submitter } = event.nativeEvent as SubmitEvent
    const opens = submitter instanceof HTMLButtonElement && submitter.value === OPENS
    if (saving) return
    if (!job.description) {
      setFault({ message: 'Say in a few words what the job is.', fields: {} })
      form.querySelector('input')?.focus()
      return
    }
    setSaving(true)
    setFault(undefined)
    try {
      await onCreate(job, opens)
      if (opens) return onClose()
      form.reset()
      setCreated(created + 1)
    } catch (thrown) {
      setFault({ message: errorMessage(thrown), fields: (isRefusal(thrown) && thrown.fields) || {} })
    }
    setSaving(false)
    form.querySelector('input')?.focus()
  }

  return { saving, fault, created, save }
}

function newJob(form: HTMLFormElement, names: readonly OptionalJobField[]): NewCard {
  const held = readJobFields(form, emptyJobFields)
  const asked = names.map((name) => [name, held[name]])
  return { ...Object.fromEntries(asked), description: held.description.trim() }
}
