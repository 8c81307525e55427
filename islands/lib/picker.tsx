import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Field, type FieldProps } from '#views/ui/field.tsx'
import { PickerControl, PickerOptions } from '#views/ui/picker.tsx'
import { showError } from './snackbar.ts'
import { type PickerChoice, useOptions } from './use-options.ts'

type IslandPickerProps = FieldProps & {
  value: PickerChoice | null
  search: (text: string) => Promise<readonly PickerChoice[]>
  delay: number
  onPick: (choice: PickerChoice | null) => void
  free?: (text: string) => PickerChoice
  placeholder?: string
}

export function IslandPicker(props: IslandPickerProps) {
  const { value, search, delay, onPick, free, placeholder, ...named } = props
  const field = { ...named, id: useId() }
  const root = useRef<HTMLSpanElement>(null)
  const onError = (error: unknown) => {
    boxIn(root)?.dispatchEvent(new CustomEvent('joblane:nooptions', { bubbles: true }))
    showError(error)
  }
  const { options, ask, close } = useOptions({ search, delay, free, onError })
  usePickerEvents(root, { ask, close, onPick })
  useShownChoice(root, value)

  useEffect(() => {
    if (options) boxIn(root)?.dispatchEvent(new CustomEvent('joblane:options', { bubbles: true }))
  }, [options])

  return (
    <Field {...field}>
      <PickerControl ref={root} field={field} value={value?.id} shown={value?.name} box={{ placeholder }}>
        {options && (
          <PickerOptions
            options={options.map(({ id, name, ...choice }) => ({ value: id, label: name, ...choice }))}
            more={options.every(({ create }) => create) ? 'Nothing found' : undefined}
          />
        )}
      </PickerControl>
    </Field>
  )
}

type Root = RefObject<HTMLSpanElement | null>

const boxIn = ({ current }: Root) => current?.querySelector<HTMLInputElement>('[role=combobox]')
const hiddenIn = ({ current }: Root) => current?.querySelector<HTMLInputElement>('input[type=hidden]')

type Handlers = Pick<ReturnType<typeof useOptions>, 'ask' | 'close'> & Pick<IslandPickerProps, 'onPick'>

function usePickerEvents(root: Root, handlers: Handlers): void {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const [box, hidden] = [boxIn(root), hiddenIn(root)]
    box?.addEventListener('input', () => latest.current.ask(box.value))
    box?.addEventListener('pick', () => latest.current.ask('', 0))
    box?.addEventListener('joblane:pickerclosed', () => latest.current.close())
    hidden?.addEventListener('change', () => {
      const { value: id, dataset } = hidden
      latest.current.onPick(dataset.shown ? { id, name: dataset.shown } : null)
    })
  }, [root])
}

/** The choice is the parent's: one that it did not take gives way when the box is left. */
function useShownChoice(root: Root, value: PickerChoice | null): void {
  useLayoutEffect(() => {
    const hidden = hiddenIn(root)
    if (!hidden) return
    hidden.value = value?.id ?? ''
    hidden.dataset.shown = value?.name ?? ''
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice changes the text in the box
  useEffect(() => {
    const box = boxIn(root)
    if (box) box.value = value?.name ?? ''
  }, [value?.id])
}
