import { type FormEvent, useId, useRef } from 'react'
import { call } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import { Button } from '#views/ui/button.tsx'
import { TextInput } from '#views/ui/inputs.tsx'

type AddStepProps = { jobid: string; onAdded: () => void }

export function AddStep({ jobid, onAdded }: AddStepProps) {
  const id = useId()
  // One after the other: their order is that in which they were typed.
  const last = useRef(Promise.resolve())

  async function add(name: string, input: HTMLInputElement): Promise<void> {
    try {
      await call('POST', '/api/steps/job', { jobid, name })
      onAdded()
    } catch (error) {
      // What is typed meanwhile stays.
      if (!input.value) input.value = name
      showError(error)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const input = form.elements.namedItem('step') as HTMLInputElement
    const name = input.value.trim()
    input.value = ''
    input.focus()
    if (!name) return
    form.ariaBusy = 'true'
    const added = last.current.then(() => add(name, input))
    last.current = added
    void added.then(() => {
      if (last.current === added) form.ariaBusy = null
    })
  }

  return (
    <form className="addstep" data-guard="" onSubmit={submit}>
      <TextInput id={id} name="step" label="Add a step" maxlength={120} placeholder="Name of the step" />
      <Button type="submit">Add</Button>
    </form>
  )
}
