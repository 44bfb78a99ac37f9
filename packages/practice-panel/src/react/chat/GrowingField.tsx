import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';

interface GrowingFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter without Shift. */
  readonly onEnter: () => void;
  readonly placeholder?: string;
  readonly describedBy?: string;
  readonly takesFocus?: boolean;
  readonly field?: Ref<HTMLTextAreaElement>;
}

/** A field that grows with its text. Enter sends; Shift+Enter begins a line, and so does Enter on a word being composed. */
export function GrowingField(props: GrowingFieldProps) {
  const { label, value, onChange, onEnter, placeholder, describedBy, takesFocus = false } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(props.field, () => own.current as HTMLTextAreaElement);
  useLayoutEffect(() => {
    if (takesFocus) own.current?.focus();
  }, [takesFocus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => fit(own.current), [value]);

  const handleKeyDown = (event: KeyboardEvent) => {
    // Safari reports the Enter that ends a composition after it, with this code.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <textarea
      ref={own}
      className="practice-input practice-chat-field"
      aria-label={label}
      aria-describedby={describedBy}
      enterKeyHint="send"
      placeholder={placeholder}
      rows={1}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={handleKeyDown}
    />
  );
}

/** Browsers that size a field by its content need no help. */
function fit(field: HTMLTextAreaElement | null): void {
  if (field === null || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
