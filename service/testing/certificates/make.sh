#!/bin/sh
# Makes the certificates that the tests use. They protect nothing; their keys are public on purpose.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key" 2>/dev/null; }

key authority
openssl req -x509 -new -key authority.key -subj '/CN=Flotilla test authority' -days 36500 -out authority.crt
mkdir issued && : >index.txt && echo 01 >serial
cat >ca.conf <<CONF
[ca]
default_ca = tests
[tests]
database = index.txt
serial = serial
new_certs_dir = issued
certificate = authority.crt
private_key = authority.key
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
CONF

# name, host, first day, last day
issue() {
  key "$1"
  openssl req -new -key "$1.key" -subj "/CN=$2" -addext "subjectAltName=DNS:$2,DNS:www.$2,IP:127.0.0.1" -out "$1.csr"
  openssl ca -batch -notext -config ca.conf -in "$1.csr" -startdate "$3" -enddate "$4" -out "$1.crt" 2>/dev/null
}
issue good site.test 20200101000000Z 21200101000000Z
issue expired site.test 20010101000000Z 20020101000000Z
key wrong-name
openssl req -new -key wrong-name.key -subj /CN=other.test -addext 'subjectAltName=DNS:other.test' -out wrong-name.csr
openssl ca -batch -notext -config ca.conf -in wrong-name.csr -startdate 20200101000000Z -enddate 21200101000000Z -out wrong-name.crt 2>/dev/null
key self-signed
openssl req -x509 -new -key self-signed.key -subj /CN=site.test -addext subjectAltName=DNS:site.test -days 36500 -out self-signed.crt


# A certificate from an authority in between: `chained` is sent together with it, `incomplete` without.
key between
openssl req -new -key between.key -subj '/CN=Flotilla test intermediate' -addext 'basicConstraints=critical,CA:TRUE' -out between.csr
openssl ca -batch -notext -config ca.conf -in between.csr -startdate 20200101000000Z -enddate 21200101000000Z -out between.crt 2>/dev/null
key incomplete
openssl req -new -key incomplete.key -subj /CN=site.test -out incomplete.csr
printf '%s\n' 'subjectAltName=DNS:site.test' 'authorityInfoAccess=caIssuers;URI:http://authority.test/between.crt' >incomplete.ext
openssl x509 -req -in incomplete.csr -CA between.crt -CAkey between.key -CAcreateserial -days 36500 -extfile incomplete.ext -out incomplete.crt 2>/dev/null
cp incomplete.key chained.key
cat incomplete.crt between.crt >chained.crt

# From an unknown authority.
key strangers
openssl req -x509 -new -key strangers.key -subj '/O=Strangers/CN=Unknown authority' -days 36500 -out strangers.crt
key unknown-authority
openssl req -new -key unknown-authority.key -subj /CN=site.test -out unknown-authority.csr
echo 'subjectAltName=DNS:site.test' >unknown-authority.ext
openssl x509 -req -in unknown-authority.csr -CA strangers.crt -CAkey strangers.key -CAcreateserial -days 36500 -extfile unknown-authority.ext -out unknown-authority.crt 2>/dev/null

cp authority.crt "$here/authority.pem"
for name in good expired wrong-name self-signed chained incomplete unknown-authority; do
  cat "$name.key" "$name.crt" >"$here/$name.pem"
done
