import { classes } from './classes.ts'
import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

type IconProps = {
  name: IconName
  /** Only for an icon that stands alone; beside words it stays unnamed and hidden from screen readers. */
  label?: string
  size?: 'small' | 'large'
}

export function Icon({ name, label, size }: IconProps) {
  return (
    <svg
      className={classes('icon', size)}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the outlines are constants of this folder
      dangerouslySetInnerHTML={{ __html: iconPaths[name] }}
    />
  )
}
