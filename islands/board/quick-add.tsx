import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { holdForNext, isHolding, letGo, releaseKeys } from '#islands/client/held-keys.ts'
import { emptyJobFields, readJobFields } from '#islands/job/details/details-form.ts'
import { errorMessage, isRefusal } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { OptionalJobField } from '#server/domains/work/jobs/fields.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import type { NewCard } from './api-calls.ts'
import type { BoardProps } from './props.ts'

// Only where the account requires more than a description of a new job.
const MoreFields = lazy(() => import('#islands/job/details/more-fields.tsx'))

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
    <form className="quickadd" aria-busy={saving} noValidate onSubmit={save} onKeyDown={closeOnEscape}>
      <input
        name="description"
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        aria-describedby="quickadd-note"
        placeholder="What is the job?"
        maxLength={2000}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
      />
      <IconButton icon="x" label="Close" small onClick={onClose} />
      {names.length > 0 && (
        <Suspense>
          <MoreFields key={created} board={board} names={names} errors={fault?.fields ?? {}} />
        </Suspense>
      )}
      <p id="quickadd-note" className={fault ? 'error' : 'hint'} role={fault ? 'alert' : undefined}>
        {fault?.message ?? 'Enter adds it, Esc closes.'}
      </p>
      <div className="buttons">
        <Button type="submit" look="primary" small>
          Add
        </Button>
        <Button type="submit" small value={OPENS}>
          Add and open
        </Button>
      </div>
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
  const asked = useRef<Asked[]>([])
  const typed = useRef('')

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    const job = newJob(form, names)
    const opens = submitter instanceof HTMLButtonElement && submitter.value === OPENS
    if (saving && (names.length > 0 || !job.description)) return
    if (!job.description) {
      setFault({ message: 'Say in a few words what the job is.', fields: {} })
      form.querySelector('input')?.focus()
      return
    }
    // What was refused comes before what was typed after it.
    if (fault) asked.current.unshift({ job, opens })
    else asked.current.push({ job, opens })
    // The next card may be typed at once; where more than a description is asked for, into the fields as they come empty.
    if (names.length === 0) fillIn(form, '')
    else holdForNext(form, [])
    if (!saving) void create(form)
  }

  async function create(form: HTMLFormElement): Promise<void> {
    setSaving(true)
    setFault(undefined)
    for (let first = asked.current[0]; first; first = asked.current[0]) {
      try {
        await onCreate(first.job, first.opens)
      } catch (thrown) {
        refuse(form, first.job, thrown)
        break
      }
      asked.current.shift()
      if (first.opens && asked.current.length === 0) {
        if (isHolding(form)) letGo()
        return onClose()
      }
      if (names.length > 0) form.reset()
      setCreated((count) => count + 1)
    }
    if (asked.current.length === 0) goOn(form)
    setSaving(false)
    form.querySelector('input')?.focus()
    if (isHolding(form)) (form.isConnected ? releaseKeys : letGo)()
  }

  function refuse(form: HTMLFormElement, { description }: NewCard, thrown: unknown): void {
    if (!form.isConnected) {
      showError(thrown)
      return
    }
    asked.current.shift()
    if (isHolding(form)) letGo()
    if (names.length === 0) {
      typed.current ||= fieldOf(form).value
      fillIn(form, description)
    }
    const after = [...asked.current.map(({ job }) => job.description), typed.current].filter(Boolean)
    const then = after.length > 0 ? ` After it: ${after.join(', ')}.` : ''
    const fields = (isRefusal(thrown) && thrown.fields) || {}
    setFault({ message: `${errorMessage(thrown)}${then}`, fields })
  }

  /** To what was begun behind a card that was refused. */
  function goOn(form: HTMLFormElement): void {
    if (typed.current && !fieldOf(form).value) fillIn(form, typed.current)
    typed.current = ''
  }

  return { saving, fault, created, save }
}

type Asked = { job: NewCard; opens: boolean }

const fieldOf = (form: HTMLFormElement) => form.elements.namedItem('description') as HTMLInputElement

function fillIn(form: HTMLFormElement, value: string): void {
  fieldOf(form).value = value
}

function newJob(form: HTMLFormElement, names: readonly OptionalJobField[]): NewCard {
  const held = readJobFields(form, emptyJobFields)
  const asked = names.map((name) => [name, held[name]])
  return { ...Object.fromEntries(asked), description: held.description.trim() }
}
