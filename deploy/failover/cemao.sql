-- once, from a machine of the site (postgresql-client): psql -h 127.0.0.1 -p 6433 -U postgres -f cemao.sql
create role cemao login createdb password 'change-cemao';
create database cemao owner cemao template template0 encoding 'UTF8';
