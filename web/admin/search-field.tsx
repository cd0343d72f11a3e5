// The debounced search field of a list. "/" focuses it from anywhere on the page.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Field } from '../ui/field.tsx';

const typingMs = 300;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  /** The applied search. */
  search: string;
  onChange: (search: string) => void;
  maxLength?: number;
};

export function SearchField({ label, placeholder, search, onChange, maxLength = 254 }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  useSlashKey(input);

  // The latest onChange, so that a render does not restart the debounce.
  const change = useRef(onChange);
  const lastSearch = useRef(search);
  useEffect(() => {
    change.current = onChange;
  });

  // Follows the URL when it changes outside the field, for example by "clear" or by going back.
  useEffect(() => {
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    setTyped(search);
  }, [search]);

  useEffect(() => {
    const trimmed = typed.trim();
    if (trimmed === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = trimmed;
      change.current(trimmed);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className="w-full sm:w-72">
      <Field
        ref={input}
        label={label}
        labelHidden
        type="search"
        placeholder={placeholder}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="py-1.5! text-sm"
      />
    </div>
  );
}

function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [input]);
}
