import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '#views/ui/classes.ts'

type ModalProps = {
  size: 'small' | 'medium' | 'large' | 'full' | 'side'
  labelledby: string
  /** After it closed, by whatever means; then the caller takes it out of the page. */
  onClosed: () => void
  role?: 'alertdialog'
  className?: string
  children: ReactNode
}

export function Modal({ size, labelledby, onClosed, role, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className={classes('dialog', size, className)}
      aria-labelledby={labelledby}
      role={role}
      onClose={(event) => event.target === event.currentTarget && onClosed()}
    >
      {children}
    </dialog>,
    // Beside the island, whose own markup htmx leaves alone: parts of a dialog come from the server.
    document.querySelector('main') ?? document.body,
  )
}
