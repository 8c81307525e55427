import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

type Look = {
  /** One primary button a view; `plain` is the default, `quiet` has no border, `danger` cannot be undone. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  icon?: IconName
  small?: boolean
  children?: ReactNode
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }
type LinkButtonProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

export function Button({ look, icon, small, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={buttonClass(look, small, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere, or opens a dialog with `{...dialogLink(url)}`. */
export function LinkButton({ look, icon, small, className, children, ...rest }: LinkButtonProps) {
  return (
    <a className={buttonClass(look, small, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
    </a>
  )
}

type IconButtonProps = Omit<ButtonProps, 'children'> & { icon: IconName; label: string }

export function IconButton({ label, ...rest }: IconButtonProps) {
  return (
    <Button
      look="quiet"
      aria-label={label}
      title={label}
      {...rest}
      className={classes('square', rest.className)}
    />
  )
}

type IconLinkProps = Omit<LinkButtonProps, 'children'> & { icon: IconName; label: string }

export function IconLink({ label, ...rest }: IconLinkProps) {
  return (
    <LinkButton
      look="quiet"
      aria-label={label}
      title={label}
      {...rest}
      className={classes('square', rest.className)}
    />
  )
}

function buttonClass(look: Look['look'] = 'plain', small = false, more?: string): string {
  return classes('button', look !== 'plain' && look, small && 'small', more)
}
