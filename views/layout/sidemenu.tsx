import { counted } from '#views/format.ts'
import { Icon } from '#views/ui/icon.tsx'
import type { FrameProps, MenuGroup, MenuLink } from './types.ts'

type SideMenuProps = Pick<FrameProps, 'menu' | 'moreopen' | 'evaluation' | 'plansize' | 'labels'>

export function SideMenu({ menu, moreopen = false, evaluation, plansize, labels }: SideMenuProps) {
  const rest = pick(menu, (link) => Boolean(link.more))
  const shown = pick(menu, (link) => !link.more).flatMap(({ links }) => links)
  const canchoose = menu.some(({ links }) => links.some(({ page }) => page))
  return (
    <nav
      id="menu"
      className="sidemenu"
      aria-label={labels.menu ?? 'Main menu'}
      popover="auto"
      data-refresh="boards menu"
    >
      <div className="groups">
        {canchoose ? (
          <>
            <ul className="group">
              {/* What comes with use comes after, so that nothing moves away under the hand. */}
              {[...shown.filter(({ firstday }) => firstday), ...shown.filter((one) => !one.firstday)].map(
                link,
              )}
            </ul>
            {rest.length > 0 && <More groups={rest} label={labels['menu.more'] ?? ''} open={moreopen} />}
            <button type="button" className="button quiet small choosing" data-menu-choose="">
              <span className="begin">Edit this menu</span>
              <span className="end">Done</span>
            </button>
          </>
        ) : (
          menu.map((group) => (group.label ? folding(group) : plain(group)))
        )}
      </div>
      <Plan evaluation={evaluation} plansize={plansize} />
    </nav>
  )
}

const pick = (menu: readonly MenuGroup[], wanted: (link: MenuLink) => boolean) =>
  menu
    .map((group) => ({ ...group, links: group.links.filter(wanted) }))
    .filter(({ links }) => links.length > 0)

type MoreProps = { groups: readonly MenuGroup[]; label: string; open: boolean }

function More({ groups, label, open }: MoreProps) {
  const current = groups.some(({ links }) => links.some((one) => one.current))
  return (
    <details className="group more" data-group="menu.more" open={open || current}>
      <summary>
        <span>{label}</span>
        <Icon name="chevron-down" size="small" />
      </summary>
      {groups.map(folding)}
    </details>
  )
}

function plain(group: MenuGroup) {
  return (
    <ul key={group.key} className="group">
      {group.links.map(link)}
    </ul>
  )
}

function folding(group: MenuGroup) {
  const open = !group.folded || group.links.some((one) => one.current)
  return (
    <details key={group.key} className="group" data-group={group.key} open={open}>
      <summary>
        <span>{group.label}</span>
        <Icon name="chevron-down" size="small" />
      </summary>
      <ul>{group.links.map(link)}</ul>
    </details>
  )
}

function link({ href, label, hint, icon, current, go, count, page, first, more }: MenuLink) {
  return (
    <li key={href}>
      <a href={href} aria-current={current ? 'page' : undefined} data-go={go} title={hint}>
        <Icon name={icon} />
        <span className="label">
          {label}
          {hint && <small aria-hidden="true">{hint}</small>}
        </span>
        {count !== undefined && <span className="count">{count}</span>}
      </a>
      {page && (
        <button
          type="button"
          className="pin"
          data-pin={page}
          data-first={first ? '' : undefined}
          aria-pressed={!more}
          title={`Keep ${label} in the menu`}
        >
          <Icon name="pin" size="small" />
        </button>
      )}
    </li>
  )
}

const planNames = { 1: 'Plan size 1', 2: 'Plan size 2', 3: 'Plan size 3' }

function Plan({ evaluation, plansize }: Pick<FrameProps, 'evaluation' | 'plansize'>) {
  if (!evaluation && !plansize) return null
  const text = evaluation ? evaluationText(evaluation) : planNames[plansize ?? 1]
  return (
    <a className="plan" href="/account" title={text}>
      <span className={`planicon size${plansize ?? 1}`}>
        <Icon name="award" />
      </span>
      <span className="label">{text}</span>
    </a>
  )
}

function evaluationText({ daysleft, paid }: NonNullable<FrameProps['evaluation']>): string {
  const days = counted(daysleft, 'day')
  return paid ? `Paid for ${days} more` : `Evaluation ends in ${days}`
}
