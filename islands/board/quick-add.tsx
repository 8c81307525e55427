import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { messageOf } from '#islands/lib/call.ts'
import { Button } from '#views/ui/button.tsx'

type QuickAddProps = {
  label: string
  onCreate: (description: string) => Promise<void>
  onClose: () => void
}

/** One line that makes a job; it stays for the next one. What was typed stays until it is saved. */
export function QuickAdd({ label, onCreate, onClose }: QuickAddProps) {
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState('')

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const description = String(new FormData(form).get('description')).trim()
    if (!description || saving) return
    setSaving(true)
    setError('')
    try {
      await onCreate(description)
      form.reset()
    } catch (thrown) {
      setError(messageOf(thrown))
    }
    setSaving(false)
    form.querySelector('input')?.focus()
  }

  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  return (
    <form className="quickadd" aria-busy={saving} onSubmit={(event) => void save(event)} onKeyDown={leave}>
      <input
        name="description"
        aria-label={label}
        aria-invalid={error ? true : undefined}
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
      <p id="quickadd-note" className={error ? 'error' : 'hint'} role={error ? 'alert' : undefined}>
        {error || 'Enter adds it, Esc closes.'}
      </p>
    </form>
  )
}
