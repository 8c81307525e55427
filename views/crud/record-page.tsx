import type { ReactNode } from 'react'
import { NameWithState } from '#views/ui/archived.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Tab, Tabs } from '#views/ui/tabs.tsx'

type RecordPageProps = {
  name: string
  about: string
  archived: boolean
  /** Address of the dialog that changes it. */
  edit?: string
  actions?: ReactNode
  /** What is done most often, before editing. */
  main?: ReactNode
  /** Above the tabs. */
  figures?: ReactNode
  facts: ReactNode
  tabs: readonly Tab[]
  tab?: string
  /** Tables whose change draws the head and the facts anew, and the page's own address for that. */
  refresh: string
  url: string
}

/** Everything about one record; each tab asks for its part when it is shown. */
export function RecordPage(props: RecordPageProps) {
  const { facts, figures, tabs, tab, refresh, url } = props
  const live = { 'data-refresh': refresh, 'data-url': url }
  const about: Tab = {
    id: 'about',
    label: 'About',
    panel: (
      <div id="recordfacts" {...live}>
        {facts}
      </div>
    ),
  }
  return (
    <>
      <div id="record" {...live}>
        <RecordHead {...props} />
        {figures}
      </div>
      <Tabs label="About it" tabs={[about, ...tabs].map((one) => ({ ...one, selected: one.id === tab }))} />
    </>
  )
}

type NoFactsProps = { icon: IconName; edit?: string; tofill?: string }

export const NoFacts = ({ icon, edit, tofill }: NoFactsProps) => (
  <EmptyState icon={icon} text="No details have been filled in." hint={edit && tofill}>
    {edit && (
      <LinkButton icon="pencil" {...dialogLink(edit)}>
        Fill in details
      </LinkButton>
    )}
  </EmptyState>
)

const RecordHead = ({ name, about, archived, edit, actions, main }: RecordPageProps) => (
  <PageTitle
    title={<NameWithState name={name} archived={archived} />}
    subtitle={about}
    actions={
      <>
        {actions}
        {edit && (
          <LinkButton icon="pencil" look={main ? 'plain' : 'primary'} {...dialogLink(edit)}>
            Edit
          </LinkButton>
        )}
        {main}
      </>
    }
  />
)
