import { type ComponentProps, useEffect, useRef, useState } from 'react';

/** A table that scrolls sideways if it does not fit, by keyboard too. */
export function ScrollableTable(props: ComponentProps<'table'>) {
  const frame = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Only a table that scrolls is worth a stop of the Tab key.
  const scrollable = overflows ? { role: 'group', tabIndex: 0, 'aria-label': 'Table, scrolls sideways' } : {};
  return (
    <div className="table-scroll" ref={frame} {...scrollable}>
      <table {...props} />
    </div>
  );
}
