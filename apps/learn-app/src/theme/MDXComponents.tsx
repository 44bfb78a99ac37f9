import MDXComponents from '@theme-original/MDXComponents';
import { ScrollableTable } from '../components/ScrollableTable';

export default { ...MDXComponents, table: ScrollableTable };
