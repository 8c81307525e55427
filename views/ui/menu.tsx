import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

type MenuProps = {
  id: string
  label: string
  icon?: IconName
  face?: ReactNode
  buttonclass?: string
  /** For what its items have to ask for first. */
  onOpen?: () => void
  children: ReactNode
}

/** A button and the menu that it opens (a native popover): arrows move, Escape closes, focus returns. */
export function Menu({
  id,
  label,
  icon,
  face,
  buttonclass = 'button quiet square',
  onOpen,
  children,
}: MenuProps) {
  return (
    <>
      <button
        type="button"
        className={buttonclass}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={face ? undefined : label}
        title={face ? undefined : label}
      >
        {face ?? <Icon name={icon ?? 'more'} />}
        {face && <span className="unseen">, {label}</span>}
      </button>
      <div
        id={id}
        className="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onToggle={onOpen && (({ newState }) => newState === 'open' && onOpen())}
      >
        {children}
      </div>
    </>
  )
}

type MenuItemProps = {
  children: ReactNode
  icon?: IconName
  href?: string
  danger?: boolean
  className?: string
  type?: 'button' | 'submit'
  value?: string
  name?: string
  onClick?: () => void
  download?: boolean
  /** Attributes for the page script, such as those of `dialogLink`. */
  script?: Record<string, unknown>
  current?: boolean
  target?: '_blank'
}

export function MenuItem(props: MenuItemProps) {
  const { children, icon, danger, className, href, type, script, current, ...rest } = props
  const inside = (
    <>
      {icon ? <Icon name={icon} /> : null}
      <span>{children}</span>
    </>
  )
  const common = {
    role: 'menuitem',
    tabIndex: -1,
    className: classes('item', danger && 'danger', className),
    'aria-current': current ? ('true' as const) : undefined,
    ...script,
    ...rest,
  }
  return href ? (
    <a href={href} {...common}>
      {inside}
    </a>
  ) : (
    <button type={type ?? 'button'} {...common}>
      {inside}
    </button>
  )
}

export function MenuLine() {
  return <hr />
}
