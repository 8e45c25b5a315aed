// @ts-nocheck: runs in a page, built by Vite. What any React page costs that shows one heading.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')).render(createElement('h1', null, 'Empty'));
