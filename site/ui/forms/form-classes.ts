/** Classes that forms share, in islands and in pages. */

export const formClass = 'grid content-start gap-20'
/** Two fields side by side, where there is room. */
export const pairClass = 'grid gap-20 sm:grid-cols-[1fr_1fr]'
export const formActionsClass = 'mt-4 grid gap-10 sm:flex sm:gap-12 sm:justify-self-start'
/** A form beside its explanation. */
export const formPageClass =
  'grid gap-28 md:grid-cols-[minmax(0,300px)_minmax(0,1fr)] md:gap-48 ' +
  'lg:grid-cols-[401px_minmax(0,1fr)] lg:gap-80'

export const fieldClass = 'grid min-w-0 content-start gap-6'
export const labelClass = 'justify-self-start text-15/150 font-semibold'
/** It marks an optional field beside its label. */
export const optionalClass = 'text-15 font-normal text-ink-2'
/** An invalid field keeps its width, so that nothing moves. */
export const controlClass =
  'field scroll-mt-116 text-ink aria-invalid:border-2 aria-invalid:border-danger ' +
  'aria-invalid:bg-danger-bg aria-invalid:px-[13.5px]'
export const textareaClass = 'resize-y py-10 leading-150'
export const checkboxClass =
  'grid size-24 flex-none scroll-mt-116 appearance-none place-items-center rounded-2 border-2 ' +
  'border-line-2 bg-surface checked:border-brand checked:bg-brand ' +
  'aria-invalid:border-danger aria-invalid:bg-danger-bg ' +
  'checked:before:size-18 checked:before:bg-on-brand ' +
  'checked:before:[clip-path:polygon(9%_47%,21%_36%,38%_53%,79%_13%,91%_25%,38%_78%)]'
/** An error below a field or above a button. */
export const errorClass =
  'flex gap-8 text-[14.5px] leading-145 font-semibold text-danger [&>svg]:mt-2 [&>svg]:flex-none'

/** The result above a form. */
export const boxClass =
  'scroll-mt-96 border-l-6 px-16 py-14 text-15 [&_a]:underline [&_a]:underline-offset-3'
export const problemClass =
  'flex gap-12 border-danger bg-danger-bg [&>svg]:mt-2 [&>svg]:flex-none [&>svg]:text-danger'
/** A button with two labels in one place, so that it does not change its width when it is busy. */
export const busyLabelsClass =
  'inline-grid [&>span]:[grid-area:1/1] [&:not([aria-busy])>span+span]:invisible ' +
  '[&[aria-busy]>span:first-child]:invisible'
export const progressClass =
  'h-12 appearance-none bg-line [&::-webkit-progress-bar]:bg-line ' +
  '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent'
