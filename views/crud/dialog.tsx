import type { ReactNode } from 'react'
import { ArchiveButton } from '#views/ui/archived.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import type { IconName } from '#views/ui/icon.tsx'

export type DialogTab = { label: string; panel?: ReactNode; load?: string; of?: string }

type CrudDialogProps = {
  noun: string
  name?: string
  url: string
  version?: number
  archived?: boolean
  canwrite: boolean
  /** The one that is open at first. */
  tab?: string
  links: readonly { label: string; icon: IconName; href: string }[]
  tabs: readonly DialogTab[]
  children?: ReactNode
}

export function CrudDialog({
  noun,
  name,
  url,
  version,
  archived,
  canwrite,
  tab: chosen,
  links,
  tabs,
  children,
}: CrudDialogProps) {
  const exists = name !== undefined
  const verb = !exists ? 'Add' : canwrite ? 'Edit' : 'View'
  return (
    <Dialog
      title={`${verb} ${noun}`}
      subtitle={name}
      url={canwrite ? url : undefined}
      method={exists ? 'patch' : 'post'}
      submit={exists ? undefined : 'Create'}
      version={version}
      actions={
        <>
          {exists && canwrite && <ArchiveButton url={url} archived={archived} />}
          {links.map(({ label, icon, href }) => (
            <LinkButton key={href} look="quiet" icon={icon} href={href}>
              {label}
            </LinkButton>
          ))}
        </>
      }
      tabs={
        tabs.length > 1
          ? tabs.map((tab) => {
              const id = toElementId(tab.label)
              return { ...tab, id, selected: id === chosen }
            })
          : undefined
      }
    >
      {tabs.length === 1 && tabs[0]?.panel}
      {children}
    </Dialog>
  )
}

const toElementId = (label: string) => label.toLowerCase().replace(/[^a-z]/g, '')
