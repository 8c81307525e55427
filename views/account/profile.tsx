import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Facts, Panel } from '#views/ui/panel.tsx'

type ProfileProps = { name: string; email: string; roles: readonly string[]; account: string }

/** Who is signed in, and with which roles. */
export function Profile({ name, email, roles, account }: ProfileProps) {
  return (
    <>
      <PageTitle title={name} subtitle={email} />
      <Panel>
        <Facts
          facts={[
            { label: 'Account', value: account },
            { label: 'Roles', value: roles.join(', ') },
          ]}
        />
      </Panel>
    </>
  )
}
