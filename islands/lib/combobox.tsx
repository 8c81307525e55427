import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { controlProps, Field, type FieldProps } from '#views/ui/field.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { showError } from './snackbar.ts'
import { type Choice, useOptions } from './use-options.ts'

type ComboboxProps = FieldProps & {
  value: Choice | null
  search: (text: string) => Promise<readonly Choice[]>
  /** Milliseconds that typing must rest. */
  delay: number
  onPick: (choice: Choice | null) => void
  /** What the text itself may stand for, offered last. */
  free?: (text: string) => Choice
  placeholder?: string
  disabled?: boolean
}

/**
 * One record of a long list, found by typing: the kit's `Picker` for islands, in the same look. Its form sends the
 * id under `name`; text that was not chosen is taken back.
 */
export function Combobox({
  value,
  search,
  delay,
  onPick,
  free,
  placeholder,
  disabled,
  ...field
}: ComboboxProps) {
  const id = useId()
  const { name, maxLength, required, ...control } = controlProps({ ...field, id })
  const [text, setText] = useState(value?.name ?? '')
  const [at, setAt] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLSpanElement>(null)
  const { options, ask, close } = useOptions({ search, delay, free, onError: showError })
  const isOpen = options !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice changes the words in the box
  useEffect(() => setText(value?.name ?? ''), [value?.id])

  useEffect(() => {
    const popover = list.current
    if (!popover || !box.current) return
    if (isOpen) placeBelow(box.current, popover)
    else if (popover.matches(':popover-open')) popover.hidePopover()
  })

  function pick(choice: Choice | null): void {
    close()
    setText(choice?.name ?? '')
    onPick(choice)
  }

  function leave(): void {
    close()
    if (text.trim() === '' && value) onPick(null)
    else setText(value?.name ?? '')
  }

  function press(event: KeyboardEvent): void {
    const count = options?.length ?? 0
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      if (isOpen && count > 0) setAt((at + step + count) % count)
      else ask('', 0)
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey && !event.metaKey) {
      if (options[at]) pick(options[at])
    } else if (event.key === 'Escape' && isOpen) leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Field {...field} id={id}>
      <span className="picker">
        <input type="hidden" name={name} value={value?.id ?? ''} />
        <input
          type="text"
          {...control}
          ref={box}
          form={`${id}-search`}
          role="combobox"
          aria-required={required}
          aria-expanded={isOpen}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen && options[at] ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          disabled={disabled}
          value={text}
          onFocus={({ target }) => target.select()}
          onClick={() => isOpen || ask('', 0)}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
            ask(target.value)
          }}
          onKeyDown={press}
          onBlur={leave}
        />
        {value && !disabled && (
          <button
            type="button"
            className="clear"
            aria-label={`Clear ${field.label}`}
            onClick={() => pick(null)}
          >
            <Icon name="x" size="small" />
          </button>
        )}
        <span
          ref={list}
          id={`${id}-list`}
          className="options"
          role="listbox"
          aria-label={field.label}
          popover="manual"
          // The press itself would take the focus out of the box, and the list with it.
          onMouseDown={(event) => event.preventDefault()}
        >
          {options?.map((choice, index) => (
            <Option
              key={choice.id}
              id={`${id}-${index}`}
              choice={choice}
              marked={index === at}
              onPick={() => pick(choice)}
            />
          ))}
          {options?.length === 0 && (
            <span className="more" role="option" tabIndex={-1} aria-disabled aria-selected={false}>
              Nothing found
            </span>
          )}
        </span>
      </span>
    </Field>
  )
}

type OptionProps = { id: string; choice: Choice; marked: boolean; onPick: () => void }

function Option({ id, choice, marked, onPick }: OptionProps) {
  const option = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (marked) option.current?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the box, which keeps the focus
    <span ref={option} id={id} role="option" tabIndex={-1} aria-selected={marked} onClick={onPick}>
      <span>{choice.name}</span>
      {choice.note && <small>{choice.note}</small>}
    </span>
  )
}

/** As the page script places the lists of its pickers: below the box, above it where there is no room. */
function placeBelow(box: HTMLElement, list: HTMLElement): void {
  const { left, bottom, top, width } = box.getBoundingClientRect()
  list.style.setProperty('--width', `${width}px`)
  if (!list.matches(':popover-open')) list.showPopover()
  const isAbove = bottom + list.offsetHeight > innerHeight - 8 && top > list.offsetHeight
  list.style.setProperty('--left', `${left}px`)
  list.style.setProperty('--top', `${isAbove ? top - list.offsetHeight - 4 : bottom + 4}px`)
}
