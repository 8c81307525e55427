import type { ReactNode } from 'react'
import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip } from '#views/ui/small.tsx'
import { type Tab, Tabs } from '#views/ui/tabs.tsx'

type RecordPageProps = {
  name: string
  about: string
  archived: boolean
  /** Address of the dialog that changes it. */
  edit?: string
  actions?: ReactNode
  /** Above the tabs. */
  figures?: ReactNode
  tabs: readonly Tab[]
  tab?: string
}

/** Everything about one record; each tab asks for its part when it is shown. */
export function RecordPage({ name, about, archived, edit, actions, figures, tabs, tab }: RecordPageProps) {
  return (
    <>
      <PageTitle
        title={
          <>
            {name} {archived && <Chip>Archived</Chip>}
          </>
        }
        subtitle={about}
        actions={
          <>
            {actions}
            {edit && (
              <LinkButton icon="pencil" look="primary" {...dialogLink(edit)}>
                Edit
              </LinkButton>
            )}
          </>
        }
      />
      {figures}
      <Tabs label="About it" tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))} />
    </>
  )
}
