import { type ReactNode, useId, useState } from 'react'
import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import type { ExportChoice } from './use-export-choices.ts'

// Specification 2, "Job export drawer".
const NAME_LENGTH = 20

export const DrawerRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <li>
    <span className="name">{name}</span>
    <span className="ways">{children}</span>
  </li>
)

type PdfLinkProps = { href: string; of: string; children?: string }

export const PdfLink = ({ href, of, children = 'PDF' }: PdfLinkProps) => (
  <LinkButton small href={href} target="_blank" aria-label={`${of}, ${children}`}>
    {children}
  </LinkButton>
)

/** What it opens stands in a dialog of its own, over which the drawer would lie. */
function openInstead(button: HTMLElement, href: string) {
  button.closest('dialog')?.close()
  void window.joblane.dialog(href)
}

export const MailLink = ({ href, label }: { href: string; label: string }) => (
  <IconButton
    small
    icon="mail"
    label={label}
    onClick={({ currentTarget }) => openInstead(currentTarget, href)}
  />
)

type OpenButtonProps = { href: string; label?: string; icon?: IconName; children: string }

export const OpenButton = ({ href, label, icon, children }: OpenButtonProps) => (
  <Button
    small
    icon={icon}
    aria-label={label}
    onClick={({ currentTarget }) => openInstead(currentTarget, href)}
  >
    {children}
  </Button>
)

type Way = { face: string; href: string }

type ChosenExportProps = {
  name: string
  /** What is to be chosen, as "a delivery note". */
  noun: string
  none: string
  /** Undefined until they are there. */
  choices: readonly ExportChoice[] | undefined
  links: (id: string) => readonly Way[]
}

/** Nothing is printed before its item is chosen. */
export function ChosenExport({ name, noun, none, choices, links }: ChosenExportProps) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  const [missing, setMissing] = useState(false)
  if (choices?.length === 0)
    return (
      <DrawerRow name={name}>
        <small>{none}</small>
      </DrawerRow>
    )
  return (
    <DrawerRow name={name}>
      <select
        id={id}
        aria-label={`${name}: choose ${noun}`}
        aria-invalid={missing}
        aria-describedby={missing ? `${id}-error` : undefined}
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value)
          setMissing(false)
        }}
      >
        <option value="">Choose {noun}</option>
        {choices?.map(({ id, name, detail }) => (
          <option key={id} value={id} title={name}>
            {[truncate(name, NAME_LENGTH), detail].filter(Boolean).join(', ')}
          </option>
        ))}
      </select>
      {links(chosen).map(({ face, href }) =>
        chosen ? (
          <LinkButton key={face} small href={href} target="_blank" aria-label={`${name}, ${face}`}>
            {face}
          </LinkButton>
        ) : (
          <Button key={face} small aria-label={`${name}, ${face}`} onClick={() => setMissing(true)}>
            {face}
          </Button>
        ),
      )}
      {missing && (
        <p className="error" id={`${id}-error`} role="alert">
          Choose {noun} first.
        </p>
      )}
    </DrawerRow>
  )
}
