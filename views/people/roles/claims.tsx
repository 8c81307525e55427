import { roleLabel } from '#views/people/role-label.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { TabNav } from '#views/ui/tabs.tsx'
import { claimsUrl, ROLES, type RoleView } from './types.ts'

type Group = { label: string; claims: readonly { claim: string; words: string }[] }

type ClaimsProps = {
  title: string
  roles: readonly RoleView[]
  groups: readonly Group[]
  role?: RoleView
  /** What the person holds: more than that they can neither give nor take. */
  held: ReadonlySet<string>
  own: readonly string[]
}

export function Claims({ title, roles, groups, role, held, own }: ClaimsProps) {
  const links = roles.map(({ id, name }) => ({
    href: claimsUrl(id),
    label: roleLabel(name),
    current: id === role?.id,
  }))
  return (
    <>
      <PageTitle
        title={title}
        subtitle="A change works at once, also for people who are signed in."
        actions={
          role && (
            <LinkButton icon="printer" href={`/render/claims?roleid=${role.id}`} target="_blank">
              Print
            </LinkButton>
          )
        }
      />
      <TabNav label="Roles" links={links} />
      {role ? (
        <ListRegion id="claims" refresh="roles" url={claimsUrl(role.id)}>
          <Summary role={role} of={groups.flatMap(({ claims }) => claims).length} />
          <div className="claims">
            {groups.map((group) => (
              <Panel key={group.label} title={group.label} actions={<Allowed role={role} {...group} />}>
                <ul>
                  {group.claims.map((line) => (
                    <Line key={line.claim} {...line} role={role} held={held} own={own} />
                  ))}
                </ul>
              </Panel>
            ))}
          </div>
        </ListRegion>
      ) : (
        <EmptyState icon="shield" text="There is no role to set yet.">
          <LinkButton icon="plus" href={ROLES}>
            Add a role
          </LinkButton>
        </EmptyState>
      )}
    </>
  )
}

function Summary({ role, of }: { role: RoleView; of: number }) {
  const { name, system, claims, people } = role
  const names = people.map((one) => one.name)
  const holders =
    names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  if (system)
    return (
      <Banner level="info">
        {roleLabel(name)} holds every right for good, so that somebody can always set things right.
      </Banner>
    )
  return (
    <p className="listcount" role="status">
      {roleLabel(name)} has {claims.length} of {of} rights.{' '}
      {holders ? `Held by ${holders}.` : 'Nobody holds it.'}
    </p>
  )
}

const Allowed = ({ role, claims }: Group & { role: RoleView }) => (
  <span className="allowed">
    {claims.filter(({ claim }) => role.claims.includes(claim)).length} of {claims.length}
  </span>
)

type LineProps = Pick<ClaimsProps, 'held' | 'own'> & { claim: string; words: string; role: RoleView }

function Line({ claim, words, role, held, own }: LineProps) {
  const allowed = role.claims.includes(claim)
  const beyond = !role.system && !held.has(claim)
  const id = `claim-${claim.replace('.', '-')}`
  const locksOut = allowed && claim === 'roles.manage' && own.includes(role.name)
  return (
    <li>
      <label className="toggle" htmlFor={id}>
        <input
          // Another role's switch is another one: it must not take over what stands in this.
          key={role.id}
          type="checkbox"
          id={id}
          name="allowed"
          value="true"
          defaultChecked={allowed}
          disabled={role.system || beyond}
          aria-describedby={beyond ? `${id}-beyond` : undefined}
          data-switch=""
          hx-post="/backoffice/claims"
          hx-trigger="change"
          hx-swap="none"
          hx-vals={JSON.stringify({ roleid: role.id, claim })}
          {...(locksOut &&
            confirmFirst({
              question: `You hold ${roleLabel(role.name)} yourself. Deny yourself the roles?`,
              yes: 'Deny yourself',
              danger: true,
            }))}
        />
        <span>
          {words}
          {beyond && (
            <small id={`${id}-beyond`}>
              You do not hold this right, so you cannot {allowed ? 'take' : 'give'} it.
            </small>
          )}
        </span>
      </label>
    </li>
  )
}
